/** A long load, and what it does to the machine and to the JVM minute by minute. */
package io.camelsandbox.benchmarks.soak;
