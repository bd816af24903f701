/** What is measured: one scenario for each kind of row. */
package io.camelsandbox.benchmarks.measure;
