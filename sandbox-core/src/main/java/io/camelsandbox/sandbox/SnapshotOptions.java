package io.camelsandbox.sandbox;

import java.util.Objects;
import java.util.Optional;

/**
 * A snapshot of a running sandbox.
 *
 * @param volume    which of its scratch volumes; empty is the only one
 * @param until     whether the call waits for the archive
 * @param requestId makes a repeat give the same snapshot; at most 128 bytes; empty has one made
 */
public record SnapshotOptions(Optional<String> volume, Until until, Optional<String> requestId) {

    /** Whether a call waits for the archive. */
    public enum Until {
        /** Until it is ready or has failed, which is an error. */
        READY,
        /** The snapshot is being taken when the call ends. */
        BEGUN
    }

    /** The only volume, until it is ready. */
    public static final SnapshotOptions DEFAULT = new SnapshotOptions(Optional.empty(), Until.READY, Optional.empty());

    public SnapshotOptions {
        Objects.requireNonNull(volume);
        Objects.requireNonNull(until);
        requestId.ifPresent(RequestIds::require);
    }

    public SnapshotOptions withVolume(String value) {
        return new SnapshotOptions(Optional.of(value), until, requestId);
    }

    public SnapshotOptions until(Until value) {
        return new SnapshotOptions(volume, value, requestId);
    }

    public SnapshotOptions withRequestId(String value) {
        return new SnapshotOptions(volume, until, Optional.of(value));
    }
}
