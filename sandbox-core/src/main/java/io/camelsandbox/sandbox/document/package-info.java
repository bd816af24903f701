/** Specs, facts and snapshots as plain values and JSON: one form for steps, configuration and the stores of engines. */
package io.camelsandbox.sandbox.document;
