package io.camelsandbox.engine.local.store;

/**
 * What became of a request for a sandbox.
 *
 * @param sandbox its record, which is safe
 * @param repeat  true when an earlier request of the same id made it, so that nothing is to be started
 */
public record Acceptance(StoredSandbox sandbox, boolean repeat) {}
