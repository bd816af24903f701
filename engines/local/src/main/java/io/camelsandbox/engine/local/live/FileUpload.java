package io.camelsandbox.engine.local.live;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.HostedProcess;
import io.camelsandbox.engine.HostedUpload;
import io.camelsandbox.engine.ProcessExit;
import io.camelsandbox.engine.ProcessReceiver;
import io.camelsandbox.engine.StandardStream;
import io.camelsandbox.engine.WriteOrder;
import io.camelsandbox.engine.local.outcome.Errno;
import io.camelsandbox.sandbox.SandboxFileException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** A file on its way into a sandbox: what the native program, as a writer inside, reads from its standard input. */
final class FileUpload implements ProcessReceiver, HostedUpload {

    private final WriteOrder order;
    private final ToolError error = new ToolError();
    private final AtomicLong given = new AtomicLong();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private HostedProcess process;

    FileUpload(WriteOrder order) {
        this.order = order;
    }

    /** The writer; told before anything else. */
    FileUpload begin(HostedProcess writer) {
        process = writer;
        return this;
    }

    @Override
    public void started() {
        // it takes what comes
    }

    @Override
    public void output(StandardStream stream, ByteBuffer bytes) {
        error.add(bytes);
    }

    @Override
    public void exited(ProcessExit exit) {
        if (exit.exitCode() == 0) {
            ended.complete(null);
        } else {
            ended.completeExceptionally(problem());
        }
    }

    private SandboxException problem() {
        long errno = error.errno();
        boolean another = order.size().isPresent() && order.size().getAsLong() != given.get();
        return errno == Errno.EIO && another
                ? new SandboxFileException(
                        Reason.FILE_TRUNCATED,
                        order.path(),
                        "was to have " + order.size().getAsLong() + " bytes and got " + given.get())
                : Problems.file(order.path(), errno);
    }

    @Override
    public void failed(SandboxException cause) {
        ended.completeExceptionally(cause);
    }

    @Override
    public CompletableFuture<Void> write(ByteBuffer bytes) {
        given.addAndGet(bytes.remaining());
        var done = new CompletableFuture<Void>();
        process.input(bytes).thenRun(() -> {
            if (ended.isCompletedExceptionally()) {
                ended.whenComplete((nothing, problem) -> done.completeExceptionally(problem));
            } else {
                done.complete(null);
            }
        });
        return done;
    }

    @Override
    public CompletableFuture<Void> commit() {
        process.endInput();
        return ended;
    }

    @Override
    public void abort() {
        process.cancel();
    }
}
