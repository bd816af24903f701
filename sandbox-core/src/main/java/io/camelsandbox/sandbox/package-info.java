/**
 * Sandboxes that stay: {@link io.camelsandbox.sandbox.Sandboxes} makes and finds them, a
 * {@link io.camelsandbox.sandbox.Sandbox} is worked with, a {@link io.camelsandbox.sandbox.SandboxSession} holds those
 * that belong together.
 *
 * <p>For those who know the Python client of CoreWeave Sandbox: {@code Sandbox.run, list, from_id, delete, get_snapshot,
 * list_snapshots, delete_snapshot, session} are methods of {@code Sandboxes}; {@code OperationRef} is
 * {@link java.util.concurrent.CompletableFuture}; {@code wait} is {@code waitUntilRunning}; {@code Process} is
 * {@link io.camelsandbox.sandbox.SandboxProcess}; {@code StreamReader} is {@link java.util.concurrent.Flow.Publisher}, with
 * bridges in {@link io.camelsandbox.sandbox.Streams}; {@code StreamWriter} is {@link io.camelsandbox.sandbox.StdinWriter};
 * {@code results} and {@code wait} of many are {@link io.camelsandbox.sandbox.Waiting}; {@code Session.function} takes the
 * source of a function. Reasons have the same names without their prefix ({@link io.camelsandbox.Reason}).
 *
 * <p>Three rules hold everywhere. What takes time gives a future or a stream and never blocks, but for {@code close()} in
 * a try block. Callers' code never runs on an engine's thread. A default that was not said is taken from
 * {@link io.camelsandbox.sandbox.spec.SandboxDefaults}, and then from the engine.
 *
 * <p>What a sandbox does is an engine's matter ({@link io.camelsandbox.engine.SandboxHost}); what its states mean, who waits
 * for what and who shares a stop is decided here, once.
 */
package io.camelsandbox.sandbox;
