package io.camelsandbox.engine;

import java.util.List;

/**
 * The engine's word that it stops a sandbox.
 *
 * @param snapshotIds snapshots that were begun, in the order of the volumes that were asked for
 */
public record StopReceipt(List<String> snapshotIds) {

    public StopReceipt {
        snapshotIds = List.copyOf(snapshotIds);
    }
}
