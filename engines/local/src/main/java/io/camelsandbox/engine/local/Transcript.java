package io.camelsandbox.engine.local;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Output;
import io.camelsandbox.OutputFile;
import io.camelsandbox.ResourceUsage;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.OutputSink;
import io.camelsandbox.engine.local.cgroup.Group;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * Collects what an execution does and makes its result of it. Results are made on another thread than the loop's: the
 * group's counters are read from files. The sandbox is let go afterwards.
 */
final class Transcript {

    private static final int STDOUT = 1;
    private static final int KIB = 1024;

    private final Services services;
    private final Execution execution;
    private final LiveSandbox sandbox;
    private final OutputSink stdout;
    private final OutputSink stderr;
    private long begun = System.nanoTime();

    Transcript(Services services, Execution execution, LiveSandbox sandbox) {
        this.services = services;
        this.execution = execution;
        this.sandbox = sandbox;
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

    void output(int stream, ByteBuffer bytes) {
        (stream == STDOUT ? stdout : stderr).accept(bytes);
    }

    /** Ends without a result. */
    void discard() {
        stdout.discard();
        stderr.discard();
    }

    /** Ends as init reported. */
    void finish(
            ExitReport exit, List<OutputFile> files, Consumer<ExecutionResult> result, Consumer<Throwable> failure) {
        Output out = stdout.finish(exit.stdoutProduced());
        Output err = stderr.finish(exit.stderrProduced());
        elsewhere(failure, () -> {
            Verdict verdict = Verdict.of(exit, counters());
            OptionalLong peak = sandbox.group().map(Group::peakMemory).orElse(OptionalLong.empty());
            if (peak.isEmpty()) {
                peak = OptionalLong.of(exit.maxRssKib() * KIB);
            }
            result.accept(result(verdict, out, err, files, new ResourceUsage(exit.wall(), exit.cpu(), peak)));
        });
    }

    /** Ends for a reason that is known, without a report. */
    void finish(
            Verdict verdict, List<OutputFile> files, Consumer<ExecutionResult> result, Consumer<Throwable> failure) {
        Output out = stdout.finish(0);
        Output err = stderr.finish(0);
        Duration wall = Duration.ofNanos(System.nanoTime() - begun);
        elsewhere(failure, () -> result.accept(result(verdict, out, err, files, usage(wall))));
    }

    /** Ends because the sandbox is gone: its memory may have been used up, else nobody knows why. */
    void finishUnreported(Consumer<ExecutionResult> outOfMemory, Consumer<ExecutionResult> unknown) {
        Output out = stdout.finish(0);
        Output err = stderr.finish(0);
        Duration wall = Duration.ofNanos(System.nanoTime() - begun);
        elsewhere(error -> unknown.accept(null), () -> {
            if (counters().outOfMemory()) {
                outOfMemory.accept(result(Verdict.outOfMemory(), out, err, List.of(), usage(wall)));
            } else {
                unknown.accept(result(Verdict.killed(Termination.ENGINE_LOST), out, err, List.of(), usage(wall)));
            }
        });
    }

    private void elsewhere(Consumer<Throwable> failure, Runnable work) {
        services.completions().execute(() -> {
            try {
                work.run();
            } catch (RuntimeException e) {
                failure.accept(new CompletionException(e));
            } finally {
                services.loop().execute(sandbox::letGo);
            }
        });
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
