package io.camelsandbox.engine.local;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Output;
import io.camelsandbox.OutputFile;
import io.camelsandbox.ResourceUsage;
import io.camelsandbox.SandboxException;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.OutputSink;
import io.camelsandbox.engine.local.cgroup.Group;
import io.camelsandbox.engine.local.outcome.ExitReport;
import io.camelsandbox.engine.local.outcome.Verdict;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Collects what an execution does, makes its result of it and completes its future. A success is made on the loop's
 * thread, every other result elsewhere: why something failed is read from the group's files. The sandbox is let go
 * afterwards.
 */
final class Transcript {

    private static final int STDOUT = 1;
    private static final int KIB = 1024;

    private final Services services;
    private final Execution execution;
    private final LiveSandbox sandbox;
    private final CompletableFuture<ExecutionResult> future;
    private final OutputSink stdout;
    private final OutputSink stderr;
    private long begun = System.nanoTime();

    Transcript(Services services, Execution execution, LiveSandbox sandbox, CompletableFuture<ExecutionResult> future) {
        this.services = services;
        this.execution = execution;
        this.sandbox = sandbox;
        this.future = future;
        this.stdout = new OutputSink(execution.limits().output(), execution.spool());
        this.stderr = new OutputSink(execution.limits().output(), execution.spool());
    }

    /** The program gets its work now. */
    void begin() {
        begun = System.nanoTime();
    }

    /** True when the execution that ended is one whose clock began before it got its work here. */
    boolean beganAfter(ExitReport exit) {
        return exit.wall().toNanos() > System.nanoTime() - begun;
    }

    /** True when memory was used up: then the sandbox did not end by itself, even if it said nothing. */
    boolean ranOutOfMemory() {
        return counters().outOfMemory();
    }

    void output(int stream, ByteBuffer bytes) {
        (stream == STDOUT ? stdout : stderr).accept(bytes);
    }

    /** Ends without a result, and without anybody who waits for one. */
    void discard() {
        stdout.discard();
        stderr.discard();
    }

    /** Ends without a result. */
    void fail(SandboxException error) {
        discard();
        elsewhere(() -> future.completeExceptionally(error));
    }

    /** Ends as init reported. */
    void complete(ExitReport exit, List<OutputFile> files) {
        finish(exit, files, future::complete);
    }

    /** Ends with an exception that holds the result of what init reported. */
    void fail(ExitReport exit, Function<ExecutionResult, SandboxException> error) {
        finish(exit, List.of(), result -> future.completeExceptionally(error.apply(result)));
    }

    /** Ends for a reason that is known, without a report. */
    void complete(Verdict verdict) {
        finish(verdict, future::complete);
    }

    /** Ends with an exception that holds what there was so far. */
    void fail(Verdict verdict, Function<ExecutionResult, SandboxException> error) {
        finish(verdict, result -> future.completeExceptionally(error.apply(result)));
    }

    /** Ends because the sandbox is gone: its memory may have been used up, else {@code error} is all there is to say. */
    void failUnlessOutOfMemory(Function<ExecutionResult, SandboxException> error) {
        Output out = stdout.finish(0);
        Output err = stderr.finish(0);
        Duration wall = elapsed();
        elsewhere(() -> {
            if (counters().outOfMemory()) {
                future.complete(result(Verdict.outOfMemory(), out, err, List.of(), usage(wall)));
            } else {
                Verdict verdict = Verdict.killed(Termination.ENGINE_LOST);
                future.completeExceptionally(error.apply(result(verdict, out, err, List.of(), usage(wall))));
            }
        });
    }

    private void finish(ExitReport exit, List<OutputFile> files, Consumer<ExecutionResult> completion) {
        Output out = stdout.finish(exit.stdoutProduced());
        Output err = stderr.finish(exit.stderrProduced());
        if (exit.succeeded()) {
            // It has run out of nothing; and a hop to another thread takes longer than many a script.
            settle(() -> completion.accept(result(exit, Verdict.Counters.NONE, out, err, files)));
            sandbox.letGo();
        } else {
            elsewhere(() -> completion.accept(result(exit, counters(), out, err, files)));
        }
    }

    private ExecutionResult result(
            ExitReport exit, Verdict.Counters counters, Output out, Output err, List<OutputFile> files) {
        OptionalLong peak = sandbox.group().map(Group::peakMemory).orElse(OptionalLong.empty());
        if (peak.isEmpty() && exit.maxRssKib() > 0) {
            peak = OptionalLong.of(exit.maxRssKib() * KIB);
        }
        var usage = new ResourceUsage(exit.wall(), exit.cpu(), peak);
        return result(Verdict.of(exit, counters), out, err, files, usage);
    }

    private void finish(Verdict verdict, Consumer<ExecutionResult> completion) {
        Output out = stdout.finish(0);
        Output err = stderr.finish(0);
        Duration wall = elapsed();
        elsewhere(() -> completion.accept(result(verdict, out, err, List.of(), usage(wall))));
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    private void elsewhere(Runnable completion) {
        services.completions().execute(() -> {
            settle(completion);
            services.loop().execute(sandbox::letGo);
        });
    }

    /** Completes the future, whatever comes. */
    private void settle(Runnable completion) {
        try {
            completion.run();
        } catch (RuntimeException | Error e) {
            future.completeExceptionally(e);
        }
    }

    private Verdict.Counters counters() {
        return sandbox.group()
                .map(group -> new Verdict.Counters(group.ranOutOfMemory(), group.ranOutOfProcesses()))
                .orElse(Verdict.Counters.NONE);
    }

    private ResourceUsage usage(Duration wall) {
        return new ResourceUsage(
                wall, Duration.ZERO, sandbox.group().map(Group::peakMemory).orElse(OptionalLong.empty()));
    }

    private ExecutionResult result(
            Verdict verdict, Output out, Output err, List<OutputFile> files, ResourceUsage usage) {
        return new ExecutionResult(
                out,
                err,
                verdict.exitCode(),
                verdict.signal(),
                verdict.termination(),
                files,
                usage,
                services.enforcement().get(),
                LocalEngine.NAME,
                execution.id());
    }
}
