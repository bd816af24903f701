/** JMH benchmarks of the pieces: {@code ./run bench --micro [REGEX]}. */
package io.camelsandbox.benchmarks.micro;
