package io.camelsandbox.engine.local.live;

import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.ExecOrder.Input;
import io.camelsandbox.engine.ProcessExit;
import io.camelsandbox.engine.StandardStream;
import io.camelsandbox.engine.local.store.ArchiveWriter;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Takes the archive of one volume out of a running sandbox: GNU tar inside writes it, at the pace of the disk. */
final class SnapshotTaker extends ToolWatch {

    private static final int CHANGED = 3;
    private static final int NO_TOOLS = 4;

    /**
     * The archive is of one moment when nothing has changed while it was made. The pause makes sure that what was
     * changed in the same tick of the kernel's clock as it was looked at was changed before the archive was begun. GNU
     * tar ends with 1 where it saw a change by itself.
     */
    private static final String SCRIPT = """
            cd "$1" || exit 1
            tar --version 2>/dev/null | grep -q GNU && find --version >/dev/null 2>&1 || exit 4
            look() { find . -xdev -printf '%p %i %y %m %n %U %G %s %T@ %C@ %l\\n' | sha256sum; }
            before=$(look)
            sleep 0.02
            tar --create --file=- --format=posix --numeric-owner --sparse --xattrs --one-file-system .
            case $? in 0) ;; 1) exit 3 ;; *) exit 1 ;; esac
            [ "$before" = "$(look)" ] || exit 3
            """;

    private final ArchiveWriter writer;
    private final Executor background;
    private CompletableFuture<Void> written = CompletableFuture.completedFuture(null);

    private SnapshotTaker(ArchiveWriter writer, Executor background) {
        this.writer = writer;
        this.background = background;
    }

    /**
     * Begins, on any thread.
     *
     * @param folder where the volume is
     * @return completed when the archive is committed or given up; never fails
     */
    static CompletableFuture<Void> take(
            Executions executions, String folder, ArchiveWriter writer, Executor background) {
        var taker = new SnapshotTaker(writer, background);
        Launch launch =
                Launch.of(List.of("/bin/sh", "-c", SCRIPT, "snapshot", folder), Environment.bare(), "/", Input.NONE);
        taker.begin(executions.begin(launch, taker));
        return taker.ended().handle(taker::finish).thenCompose(done -> done);
    }

    @Override
    void output(ByteBuffer bytes) {
        ByteBuffer copy = ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
        written = written.thenRunAsync(() -> write(copy), background);
    }

    private void write(ByteBuffer bytes) {
        int count = bytes.remaining();
        try {
            writer.write(bytes);
            process().taken(StandardStream.STDOUT, count);
        } catch (SandboxException e) {
            // the store has the reason already: what comes now is for nobody
            process().cancel();
        }
    }

    private CompletableFuture<Void> finish(ProcessExit exit, Throwable problem) {
        return written.thenRunAsync(
                () -> {
                    if (problem != null) {
                        writer.fail("the sandbox ended before its snapshot was taken");
                    } else if (exit.exitCode() == 0) {
                        writer.commit();
                    } else {
                        writer.fail(reason(exit.exitCode()));
                    }
                },
                background);
    }

    private String reason(int code) {
        return switch (code) {
            case CHANGED -> "the volume was changed while its snapshot was taken: let its writers pause and try again";
            case NO_TOOLS -> "the image has no GNU tar and find, which snapshots need";
            default -> "the archive could not be made: " + complaint();
        };
    }
}
