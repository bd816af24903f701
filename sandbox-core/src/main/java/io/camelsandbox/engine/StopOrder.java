package io.camelsandbox.engine;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How a sandbox is to be stopped.
 *
 * @param grace           time between SIGTERM to the main process and SIGKILL to all; zero kills at once
 * @param snapshotVolumes names of scratch volumes to take snapshots of before; empty for none
 * @param requestId       makes a repeat of a stop with snapshots give the same snapshots; at most 128 bytes
 */
public record StopOrder(Duration grace, List<String> snapshotVolumes, Optional<String> requestId) {

    public StopOrder {
        snapshotVolumes = List.copyOf(snapshotVolumes);
        Objects.requireNonNull(requestId);
        if (grace.isNegative()) {
            throw new IllegalArgumentException("a grace cannot be negative");
        }
    }

    /** SIGKILL at once, no snapshots. */
    public static StopOrder immediate() {
        return new StopOrder(Duration.ZERO, List.of(), Optional.empty());
    }
}
