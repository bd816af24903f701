/** Who is measured, and how each runs the tiny scripts. */
package io.camelsandbox.benchmarks.contest;
