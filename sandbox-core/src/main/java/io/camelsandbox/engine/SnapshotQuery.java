package io.camelsandbox.engine;

import java.util.Objects;
import java.util.Optional;

/**
 * One page of snapshots.
 *
 * @param sourceSandboxId only those of this sandbox
 * @param pageSize        at most so many
 * @param pageToken       {@link Page#nextToken()} of the page before; empty for the first
 */
public record SnapshotQuery(Optional<String> sourceSandboxId, int pageSize, Optional<String> pageToken) {

    public SnapshotQuery {
        Objects.requireNonNull(sourceSandboxId);
        Objects.requireNonNull(pageToken);
    }
}
