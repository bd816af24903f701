package io.camelsandbox.engine.local.live;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.SnapshotOrder;
import io.camelsandbox.engine.local.store.BegunSnapshot;
import io.camelsandbox.engine.local.store.SnapshotStore;
import io.camelsandbox.sandbox.FileSystemSnapshot;
import io.camelsandbox.sandbox.FileSystemSnapshot.Trigger;
import io.camelsandbox.sandbox.SandboxSnapshotException;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import io.camelsandbox.sandbox.spec.ScratchVolume;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Takes snapshots of the scratch volumes of one running sandbox. */
final class VolumeSnapshots {

    private final String id;
    private final SandboxSpec spec;
    private final Means means;
    private final SnapshotStore snapshots;
    private final Executions executions;

    VolumeSnapshots(String id, SandboxSpec spec, Means means, SnapshotStore snapshots, Executions executions) {
        this.id = id;
        this.spec = spec;
        this.means = means;
        this.snapshots = snapshots;
        this.executions = executions;
    }

    /** Begins one that was asked for; blocks on the disk. */
    FileSystemSnapshot begin(SnapshotOrder order) {
        requireVolumes(List.of(order.volume()));
        BegunSnapshot begun = snapshots.begin(id, order, Trigger.MANUAL);
        take(begun);
        return begun.snapshot();
    }

    /** Takes one that was begun; completed when it is ready or has failed. */
    CompletableFuture<Void> take(BegunSnapshot begun) {
        if (begun.writer().isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        String folder = find(begun.snapshot().sourceVolumeName())
                .flatMap(ScratchVolume::mountPath)
                .orElseThrow();
        return SnapshotTaker.take(executions, folder, begun.writer().get(), means.background());
    }

    /** @throws SandboxException FSS_NOT_SUPPORTED when one of them is none of its scratch volumes */
    void requireVolumes(List<String> names) {
        for (String name : names) {
            if (find(name).isEmpty()) {
                throw new SandboxSnapshotException(
                        Reason.FSS_NOT_SUPPORTED, "the sandbox has no scratch volume " + name, null);
            }
        }
    }

    private Optional<ScratchVolume> find(String name) {
        return spec.scratchVolumes().stream()
                .filter(volume -> volume.name().equals(name))
                .findFirst();
    }
}
