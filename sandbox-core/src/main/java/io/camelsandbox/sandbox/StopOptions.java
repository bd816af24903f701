package io.camelsandbox.sandbox;

import io.camelsandbox.SandboxRefusedException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How a sandbox is to be stopped.
 *
 * @param grace     time between SIGTERM to the main process and SIGKILL to all; zero kills at once; empty takes the
 *                  defaults'
 * @param snapshot  whether its scratch volumes are kept
 * @param missing   what a sandbox that is not there is
 * @param requestId makes a repeat with a snapshot give the same one; at most 128 bytes; empty has one made
 */
public record StopOptions(
        Optional<Duration> grace, SnapshotOnStop snapshot, Missing missing, Optional<String> requestId) {

    /** Whether scratch volumes are kept when a sandbox is stopped. */
    public enum SnapshotOnStop {
        /** They go with it. */
        NO,
        /** Snapshots are taken; the stop waits until they are ready. */
        WAIT,
        /** Snapshots are taken; the stop does not wait for them. */
        BEGIN
    }

    /** What it is when the sandbox is not there. */
    public enum Missing {
        /** An error. */
        FAIL,
        /** As good as stopped. */
        OK
    }

    /** The defaults' grace, no snapshot, an error where there is none. */
    public static final StopOptions DEFAULT =
            new StopOptions(Optional.empty(), SnapshotOnStop.NO, Missing.FAIL, Optional.empty());

    /** SIGKILL to all at once. */
    public static final StopOptions NOW = DEFAULT.withGrace(Duration.ZERO);

    public StopOptions {
        Objects.requireNonNull(snapshot);
        Objects.requireNonNull(missing);
        requestId.ifPresent(RequestIds::require);
        if (grace.filter(Duration::isNegative).isPresent()) {
            throw new SandboxRefusedException("a grace cannot be negative");
        }
    }

    public StopOptions withGrace(Duration value) {
        return new StopOptions(Optional.of(value), snapshot, missing, requestId);
    }

    public StopOptions withSnapshot(SnapshotOnStop value) {
        return new StopOptions(grace, value, missing, requestId);
    }

    public StopOptions missingOk() {
        return new StopOptions(grace, snapshot, Missing.OK, requestId);
    }

    public StopOptions withRequestId(String value) {
        return new StopOptions(grace, snapshot, missing, Optional.of(value));
    }

    boolean wantsSnapshot() {
        return snapshot != SnapshotOnStop.NO;
    }
}
