/** Figures over samples and rounds. */
package io.camelsandbox.benchmarks.stats;
