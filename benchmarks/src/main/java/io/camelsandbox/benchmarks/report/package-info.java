/** Rows, and the forms they are told in. */
package io.camelsandbox.benchmarks.report;
