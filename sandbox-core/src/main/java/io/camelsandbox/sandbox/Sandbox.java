package io.camelsandbox.sandbox;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.engine.FileEntry;
import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.sandbox.spec.ResourceOptions;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/**
 * A handle on a sandbox that stays. Made by {@link Sandboxes}; safe for any number of threads.
 *
 * <p>It is started by {@link #start()}, or by the first call that needs it. Calls never block, but for {@link #close()};
 * their futures end on threads that may be blocked, and fail with a {@link io.camelsandbox.SandboxException}. What is
 * asked for wrongly is thrown at once as {@link io.camelsandbox.SandboxRefusedException}. Cancelling a future gives up
 * waiting for it; where it ends what was begun, the method says so.
 */
public final class Sandbox implements AutoCloseable {

    private final SandboxCore core;

    Sandbox(SandboxCore core) {
        this.core = core;
    }

    SandboxCore core() {
        return core;
    }

    /** Its id; empty until it was accepted. */
    public Optional<String> id() {
        return core.life().hosted().map(hosted -> hosted.id());
    }

    /** What it is made from, defaults merged in. */
    public SandboxSpec spec() {
        return core.spec();
    }

    /** Its state as far as it is known here, without asking; empty before it was started. */
    public Optional<SandboxStatus> status() {
        return core.life().status();
    }

    /** When {@link #status()} was last confirmed. */
    public Optional<Instant> statusUpdatedAt() {
        return core.life().updated();
    }

    /** Asks its engine for the state. Fails with {@link SandboxNotRunningException} before it was started. */
    public CompletableFuture<SandboxStatus> refreshStatus() {
        return core.deliver(core.life().refresh());
    }

    /** What its engine knows of it: times, resources and enforcement in force, reasons; empty before it was started. */
    public Optional<SandboxFacts> facts() {
        return core.life().facts();
    }

    /** The resources in force; empty until they are known. */
    public Optional<ResourceOptions> effectiveResources() {
        return facts().flatMap(SandboxFacts::resources);
    }

    /** When its main process started. */
    public Optional<Instant> startedAt() {
        return facts().flatMap(SandboxFacts::started);
    }

    /** The main process's exit code, of a completed sandbox: its own, or 128 + n when signal n ended it. */
    public OptionalInt returnCode() {
        boolean completed =
                status().filter(status -> status == SandboxStatus.COMPLETED).isPresent();
        return completed ? facts().orElseThrow().exitCode() : OptionalInt.empty();
    }

    /** What became of the commands that were run through this handle. */
    public ExecStats execStats() {
        return core.execStats();
    }

    /** The first snapshot that a stop through this handle took. */
    public Optional<String> fileSystemSnapshotId() {
        return core.stop().snapshotIds().stream().findFirst();
    }

    /** Starts it; completed when its engine accepted it, which is before it runs. Idempotent. */
    public CompletableFuture<Sandbox> start() {
        return core.deliver(core.life().start().thenApply(hosted -> this));
    }

    /** {@link #waitUntilRunning(Duration)} for the defaults' request timeout. */
    public CompletableFuture<Sandbox> waitUntilRunning() {
        return waitUntilRunning(core.defaults().requestTimeout());
    }

    /**
     * Waits until it runs or is past that; starts it where that was not done. Fails with {@link SandboxFailedException},
     * {@link SandboxTerminatedException} or, when the time is over, {@link SandboxTimeoutException}; a sandbox that has
     * completed meanwhile is no error.
     */
    public CompletableFuture<Sandbox> waitUntilRunning(Duration timeout) {
        return core.deliver(core.life().awaitRunning(timeout).thenApply(done -> this));
    }

    /** {@link #waitUntilComplete(Duration, OnTermination)} for the defaults' request timeout, raising. */
    public CompletableFuture<Sandbox> waitUntilComplete() {
        return waitUntilComplete(core.defaults().requestTimeout(), OnTermination.RAISE);
    }

    /**
     * Waits until it has ended. Fails with {@link SandboxFailedException}; with {@link SandboxTerminatedException} where
     * that is to be raised and it was stopped through this handle or terminated; with {@link SandboxTimeoutException}
     * when the time is over.
     */
    public CompletableFuture<Sandbox> waitUntilComplete(Duration timeout, OnTermination onTermination) {
        return core.deliver(core.life().awaitEnd(timeout, onTermination).thenApply(done -> this));
    }

    /** {@link #stop(StopOptions)} with the defaults. */
    public CompletableFuture<Void> stop() {
        return stop(StopOptions.DEFAULT);
    }

    /**
     * Stops it; completed when it has ended. All callers share one stop, with the options of the first. One that was
     * never started never will be; one that has ended is stopped already. A snapshot that could not be taken because of
     * a stop without one, or an end, fails with FSS_ON_STOP_CONFLICT.
     */
    public CompletableFuture<Void> stop(StopOptions options) {
        return core.deliver(core.stop(this, options));
    }

    /** {@link #snapshot(SnapshotOptions)} of the only scratch volume, until it is ready. */
    public CompletableFuture<FileSystemSnapshot> snapshot() {
        return snapshot(SnapshotOptions.DEFAULT);
    }

    /** Takes a snapshot of a scratch volume while it runs. Waits until it runs first. */
    public CompletableFuture<FileSystemSnapshot> snapshot(SnapshotOptions options) {
        return core.deliver(core.snapshot(options));
    }

    /** {@link #exec(ExecRequest)} of a command and its arguments, each literally. */
    public SandboxProcess exec(String... command) {
        return exec(ExecRequest.of(command));
    }

    /** Runs a command beside the main process. Waits until the sandbox runs, which does not count as its time. */
    public SandboxProcess exec(ExecRequest request) {
        return new SandboxProcess(core.exec(request));
    }

    /** {@link #shell(ShellRequest)} of {@code /bin/bash}. */
    public TerminalSession shell() {
        return shell(ShellRequest.DEFAULT);
    }

    /** Opens a terminal. */
    public TerminalSession shell(ShellRequest request) {
        return new TerminalSession(core.shell(request));
    }

    /** {@link #readFile(String, FileOptions)} with nothing said. */
    public CompletableFuture<byte[]> readFile(String path) {
        return readFile(path, FileOptions.DEFAULT);
    }

    /** Reads a file of at most 256 MiB. Fails with {@link SandboxFileException}; cancelling it ends the read. */
    public CompletableFuture<byte[]> readFile(String path, FileOptions options) {
        return core.files().read(path, options);
    }

    /** {@link #readFileStreaming(String, FileOptions)} with nothing said. */
    public Flow.Publisher<ByteBuffer> readFileStreaming(String path) {
        return readFileStreaming(path, FileOptions.DEFAULT);
    }

    /** Reads a file of any size, from when somebody subscribes and as fast as he takes it. For one subscriber. */
    public Flow.Publisher<ByteBuffer> readFileStreaming(String path, FileOptions options) {
        return core.files().readStreaming(path, options);
    }

    /** {@link #writeFile(String, byte[], FileOptions)} with nothing said. */
    public CompletableFuture<Void> writeFile(String path, byte[] contents) {
        return writeFile(path, contents, FileOptions.DEFAULT);
    }

    /** Makes or replaces a file of at most 256 MiB, at once: nobody sees a part of it. The array is not copied. */
    public CompletableFuture<Void> writeFile(String path, byte[] contents, FileOptions options) {
        return core.files().write(path, contents, options);
    }

    /** {@link #writeFileStreaming(String, Flow.Publisher, FileOptions)} with nothing said. */
    public CompletableFuture<Void> writeFileStreaming(String path, Flow.Publisher<ByteBuffer> source) {
        return writeFileStreaming(path, source, FileOptions.DEFAULT);
    }

    /**
     * Makes or replaces a file of any size, chunk by chunk as the sandbox takes it, at once at the end. When the source
     * fails, or the future is cancelled, the file is as it was.
     */
    public CompletableFuture<Void> writeFileStreaming(
            String path, Flow.Publisher<ByteBuffer> source, FileOptions options) {
        return core.files().writeStreaming(path, source, options);
    }

    /** What is in a folder and below it, in the order of their paths; at most 100,000 entries. */
    public CompletableFuture<List<FileEntry>> listFiles(String folder) {
        return core.files().list(folder);
    }

    /**
     * Runs code of a language as {@link io.camelsandbox.CodeRunner} does, but in this sandbox: it sees what is there, and
     * what it writes stays. Memory, processors and disk are the sandbox's; of the request's limits its time and its output
     * hold. Mounts are refused: they are the sandbox's too. Cancelling the future ends the code.
     *
     * @throws io.camelsandbox.SandboxException with the first thing that is wrong with the request
     */
    public CompletableFuture<ExecutionResult> runCode(CodeRequest request) {
        return core.code().run(core, request);
    }

    /**
     * Runs code of JavaScript or Python as {@link #runCode} does, with the variables, imports and definitions that earlier
     * such code of the language left in this sandbox. What the last expression, and calls of {@code display}, show comes
     * back in {@link ExecutionResult#display()}.
     *
     * <p>There is one interpreter for each sandbox and language, whatever handle of this {@link Sandboxes} is used, and
     * one execution at a time in it: others wait in the order they came, which does not count as their time. An exception
     * that leaves the code has exit code 1 and ends nothing. An exit, a crash, a time or output limit and a cancel end the
     * interpreter, and the next execution starts a new one. Environment and folder stay as they were left; the working
     * directory is entered where it is said.
     *
     * <p>The future fails with reason PROTOCOL_ERROR, and the interpreter is ended, when code falsifies what its
     * interpreter answers. Cancelling it ends the code, and the interpreter, or gives up its place.
     *
     * @throws io.camelsandbox.SandboxException with the first thing that is wrong with the request
     */
    public CompletableFuture<ExecutionResult> runStateful(CodeRequest request) {
        return core.stateful().run(core, request);
    }

    /** Output of the main process, from when somebody subscribes. Following needs a sandbox that has not ended. */
    public LogStream logs(LogRequest request) {
        return core.logs(request);
    }

    /**
     * Stops it, with the defaults' grace, and waits until it has ended. What goes wrong is logged: a try block's own
     * error is not lost for it.
     */
    @Override
    public void close() {
        core.closeAndWait(this);
    }

    /** Names id and state. */
    @Override
    public String toString() {
        return "Sandbox[id=" + id().orElse("") + ", status="
                + status().map(SandboxStatus::id).orElse("not_started") + "]";
    }
}
