package io.camelsandbox.sandbox;

import java.util.Objects;
import java.util.Optional;

/**
 * Which snapshots a list holds.
 *
 * @param sourceSandboxId only those of this sandbox
 * @param status          only those that are so far
 */
public record SnapshotFilter(Optional<String> sourceSandboxId, Optional<FileSystemSnapshot.Status> status) {

    /** All of them. */
    public static final SnapshotFilter ALL = new SnapshotFilter(Optional.empty(), Optional.empty());

    public SnapshotFilter {
        Objects.requireNonNull(sourceSandboxId);
        Objects.requireNonNull(status);
    }

    /** Those of one sandbox. */
    public static SnapshotFilter ofSandbox(String id) {
        return new SnapshotFilter(Optional.of(id), Optional.empty());
    }

    boolean matches(FileSystemSnapshot snapshot) {
        return sourceSandboxId
                        .filter(id -> !id.equals(snapshot.sourceSandboxId()))
                        .isEmpty()
                && status.filter(wanted -> wanted != snapshot.status()).isEmpty();
    }
}
