package io.camelsandbox.engine;

import java.util.Objects;

/**
 * A snapshot to take of a running sandbox.
 *
 * @param volume    the name of one of its scratch volumes
 * @param requestId makes a repeat give the same snapshot; at most 128 bytes
 */
public record SnapshotOrder(String volume, String requestId) {

    public SnapshotOrder {
        Objects.requireNonNull(volume);
        Objects.requireNonNull(requestId);
    }
}
