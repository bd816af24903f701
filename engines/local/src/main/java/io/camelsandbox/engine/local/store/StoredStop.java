package io.camelsandbox.engine.local.store;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The first stop of a sandbox that was asked for, kept so that a repeat gets the same receipt.
 *
 * @param requestId   of that stop; empty where it had none
 * @param volumes     the volumes it wanted snapshots of
 * @param snapshotIds what was begun, in the order of the volumes
 */
public record StoredStop(Optional<String> requestId, List<String> volumes, List<String> snapshotIds) {

    public StoredStop {
        Objects.requireNonNull(requestId);
        volumes = List.copyOf(volumes);
        snapshotIds = List.copyOf(snapshotIds);
    }
}
