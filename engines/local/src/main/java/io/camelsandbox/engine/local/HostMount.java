package io.camelsandbox.engine.local;

import java.nio.file.Path;

/**
 * A mount that was checked.
 *
 * @param source   what is shown, links resolved
 * @param target   where, in the sandbox; normal form
 * @param writable false shows it read-only
 */
record HostMount(Path source, String target, boolean writable) {}
