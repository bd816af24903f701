package io.camelsandbox.sandbox;

import io.camelsandbox.engine.StandardStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** A command in a live sandbox, from when it was asked for. */
public final class SandboxProcess {

    private final ProcessRun run;

    SandboxProcess(ProcessRun run) {
        this.run = run;
    }

    /** The command and its arguments. */
    public List<String> command() {
        return run.request().command();
    }

    /**
     * How it ended. Fails with {@link SandboxTimeoutException} (COMMAND_TIMEOUT) when it reached its time limit, with
     * {@link io.camelsandbox.SandboxExecutionException} for an exit code where that was asked for, with
     * {@link io.camelsandbox.SandboxCancelledException} after a cancel, all with the result as far as it got; with
     * another {@link io.camelsandbox.SandboxException} when there is none. Cancelling the future cancels the command.
     */
    public CompletableFuture<ProcessResult> result() {
        return run.result();
    }

    /** The exit code, when it has ended; fails as {@link #result()}. */
    public CompletableFuture<Integer> exitCode() {
        return run.result().thenApply(ProcessResult::exitCode);
    }

    /** The exit code, if it has ended with one that is a result. */
    public OptionalInt poll() {
        CompletableFuture<ProcessResult> result = run.result();
        return result.isDone() && !result.isCompletedExceptionally()
                ? OptionalInt.of(result.join().exitCode())
                : OptionalInt.empty();
    }

    /**
     * Standard output, live, for one subscriber: a chunk is what the guest wrote at once. Where there is no result it
     * fails with the same error.
     */
    public Flow.Publisher<ByteBuffer> stdout() {
        return run.output(StandardStream.STDOUT);
    }

    /** Standard error, as {@link #stdout()}. */
    public Flow.Publisher<ByteBuffer> stderr() {
        return run.output(StandardStream.STDERR);
    }

    /** Standard input; empty unless {@link ExecRequest.Builder#openStdin()} was asked for. */
    public Optional<StdinWriter> stdin() {
        return run.openStdin();
    }

    /** Completed when it runs; fails as {@link #result()} where it never does. */
    public CompletableFuture<Void> started() {
        return run.running();
    }

    /** Sends a signal (1 to 64) to its process group, once it runs. */
    public void signal(int number) {
        run.whenHosted(process -> process.signal(number));
    }

    /** Kills it and all that it started. False when it had ended already. */
    public boolean cancel() {
        if (run.result().isDone()) {
            return false;
        }
        run.cancel();
        return true;
    }

    /** Names no arguments. */
    @Override
    public String toString() {
        return "SandboxProcess[" + run.request() + "]";
    }
}
