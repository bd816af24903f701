package io.camelsandbox.engine.local.live;

import io.camelsandbox.engine.local.store.Images;
import io.camelsandbox.engine.local.store.SandboxLogs;
import io.camelsandbox.engine.local.store.SandboxStore;
import io.camelsandbox.engine.local.store.SnapshotStore;

/**
 * What an engine keeps of its sandboxes.
 *
 * @param records   their records
 * @param logs      output of their main processes
 * @param snapshots of their scratch volumes
 * @param images    the root file systems there are
 */
public record Storage(SandboxStore records, SandboxLogs logs, SnapshotStore snapshots, Images images) {}
