package io.camelsandbox.engine.local.live;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.ExecOrder.Input;
import io.camelsandbox.engine.StandardStream;
import io.camelsandbox.engine.local.store.ArchiveReader;
import io.camelsandbox.engine.local.store.SnapshotStore;
import io.camelsandbox.sandbox.SandboxSnapshotException;
import io.camelsandbox.sandbox.spec.ScratchVolume;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Puts archives into the volumes of a new sandbox, one after the other, before anything else runs in it. */
final class Restores {

    private static final int CHUNK = 65_536;

    private final List<ScratchVolume> volumes;
    private final SnapshotStore snapshots;
    private final Executor background;

    /** @param volumes those that begin with a snapshot */
    Restores(List<ScratchVolume> volumes, SnapshotStore snapshots, Executor background) {
        this.volumes = volumes;
        this.snapshots = snapshots;
        this.background = background;
    }

    /** Restores all; fails with the first that cannot be restored. */
    CompletableFuture<Void> run(Executions executions) {
        CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
        for (ScratchVolume volume : volumes) {
            all = all.thenComposeAsync(done -> restore(volume, executions), background);
        }
        var result = new CompletableFuture<Void>();
        all.whenComplete((done, problem) -> {
            if (problem == null) {
                result.complete(null);
            } else {
                result.completeExceptionally(problem.getCause() == null ? problem : problem.getCause());
            }
        });
        return result;
    }

    private CompletableFuture<Void> restore(ScratchVolume volume, Executions executions) {
        String snapshot = volume.restoreFromSnapshotId().orElseThrow();
        ArchiveReader reader = snapshots.open(snapshot);
        var unpacked = new Unpacking();
        List<String> command = List.of(
                "tar",
                "--extract",
                "--file=-",
                "--numeric-owner",
                "--preserve-permissions",
                "--xattrs",
                "--directory=" + volume.mountPath().orElseThrow());
        unpacked.begin(executions.begin(Launch.of(command, Environment.bare(), "/", Input.PIPE), unpacked));
        var given = new CompletableFuture<Void>();
        give(reader, unpacked, given);
        return given.handle((done, problem) -> problem)
                .thenCompose(problem -> unpacked.ended().handle((exit, lost) -> {
                    reader.close();
                    if (problem instanceof SandboxException known) {
                        throw known;
                    }
                    if (lost instanceof SandboxException known) {
                        throw known;
                    }
                    if (exit.exitCode() != 0) {
                        throw new SandboxSnapshotException(
                                Reason.FSS_RESTORE_FAILED,
                                "volume " + volume.name() + " could not be restored: " + unpacked.complaint(),
                                snapshot);
                    }
                    return null;
                }));
    }

    /** One chunk after the other, each when the last was taken. */
    private void give(ArchiveReader reader, ToolWatch tool, CompletableFuture<Void> given) {
        try {
            ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
            if (tool.ended().isDone() || reader.read(chunk) < 0) {
                tool.process().endInput();
                given.complete(null);
                return;
            }
            tool.process().input(chunk.flip()).thenRunAsync(() -> give(reader, tool, given), background);
        } catch (SandboxException e) {
            tool.process().cancel();
            given.completeExceptionally(e);
        }
    }

    private static final class Unpacking extends ToolWatch {
        @Override
        void output(ByteBuffer bytes) {
            process().taken(StandardStream.STDOUT, bytes.remaining());
        }
    }
}
