package io.camelsandbox.engine.local.store;

import io.camelsandbox.sandbox.FileSystemSnapshot;
import java.util.Objects;
import java.util.Optional;

/**
 * What became of a request for a snapshot.
 *
 * @param snapshot the snapshot
 * @param writer   takes its archive, and must be committed or failed; empty when an earlier request began it
 */
public record BegunSnapshot(FileSystemSnapshot snapshot, Optional<ArchiveWriter> writer) {

    public BegunSnapshot {
        Objects.requireNonNull(snapshot);
        Objects.requireNonNull(writer);
    }
}
