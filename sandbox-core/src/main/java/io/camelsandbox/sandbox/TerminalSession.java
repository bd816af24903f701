package io.camelsandbox.sandbox;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.StandardStream;
import io.camelsandbox.engine.TerminalSize;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** A terminal in a live sandbox. It has no time limit. */
public final class TerminalSession implements AutoCloseable {

    private final ProcessRun run;
    private final CompletableFuture<Integer> exitCode;

    TerminalSession(ProcessRun run) {
        this.run = run;
        this.exitCode = run.result().thenApply(ProcessResult::exitCode);
    }

    /** What runs in it. */
    public List<String> command() {
        return run.request().command();
    }

    /** The raw bytes that the terminal gives, for one subscriber; the guest waits for it. */
    public Flow.Publisher<ByteBuffer> output() {
        return run.output(StandardStream.STDOUT);
    }

    /** The keys: raw bytes, such as {@code 0x03} for Ctrl-C. */
    public StdinWriter stdin() {
        return run.openStdin().orElseThrow();
    }

    /**
     * Changes the size of its window; does not wait for the guest to see it.
     *
     * @throws SandboxException when it has ended
     */
    public void resize(int columns, int rows) {
        if (run.result().isDone()) {
            throw new SandboxException(Reason.EXECUTION_FAILED, "the terminal has ended");
        }
        var size = new TerminalSize(columns, rows);
        run.whenHosted(process -> process.resize(size));
    }

    /** Completed when it runs; fails where it never does. */
    public CompletableFuture<Void> started() {
        return run.running();
    }

    /** The exit code, when it has ended. */
    public CompletableFuture<Integer> exitCode() {
        return exitCode;
    }

    /** The exit code, if it has ended with one. */
    public OptionalInt poll() {
        return exitCode.isDone() && !exitCode.isCompletedExceptionally()
                ? OptionalInt.of(exitCode.join())
                : OptionalInt.empty();
    }

    /** Kills what runs in it. Idempotent; does not wait. */
    @Override
    public void close() {
        run.cancel();
    }
}
