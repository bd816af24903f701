package io.camelsandbox.component;

import io.camelsandbox.Enforcement;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Interpreter;
import io.camelsandbox.Language;
import io.camelsandbox.Output;
import io.camelsandbox.OutputFile;
import io.camelsandbox.ResourceUsage;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.EngineProbe;
import io.camelsandbox.engine.EngineStats;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.SandboxEngine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** An engine that runs nothing: it keeps what it was asked and answers as the test says. */
public final class ScriptedEngine implements SandboxEngine {

    /** What it says to have counted: numbers that are all different. */
    public static final EngineStats STATS = new EngineStats(
            1,
            new EngineStats.Spares(2, 3, 4, 5, 6, 7),
            new EngineStats.Reaping(8, 9, Duration.ofNanos(10_500), Duration.ofMillis(11)));

    private final Queue<Execution> executions = new ConcurrentLinkedQueue<>();
    private final Queue<CompletableFuture<ExecutionResult>> pending = new ConcurrentLinkedQueue<>();
    private final AtomicInteger starts = new AtomicInteger();
    private final AtomicInteger closes = new AtomicInteger();
    private volatile Function<Execution, CompletableFuture<ExecutionResult>> script =
            execution -> CompletableFuture.completedFuture(result("", 0));

    /** Answers every execution with {@code stdout} and exit code 0. */
    public ScriptedEngine answer(String stdout) {
        return answer(result(stdout, 0));
    }

    public ScriptedEngine answer(ExecutionResult result) {
        script = execution -> CompletableFuture.completedFuture(result);
        return this;
    }

    public ScriptedEngine answer(Function<Execution, CompletableFuture<ExecutionResult>> answers) {
        script = answers;
        return this;
    }

    /** Leaves executions open until {@link #finishOne}. */
    public ScriptedEngine hold() {
        script = execution -> {
            var open = new CompletableFuture<ExecutionResult>();
            pending.add(open);
            return open;
        };
        return this;
    }

    public CompletableFuture<ExecutionResult> finishOne(ExecutionResult result) {
        CompletableFuture<ExecutionResult> open = pending.remove();
        open.complete(result);
        return open;
    }

    public List<CompletableFuture<ExecutionResult>> pending() {
        return List.copyOf(pending);
    }

    public List<Execution> executions() {
        return List.copyOf(executions);
    }

    public Execution lastExecution() {
        List<Execution> all = executions();
        return all.get(all.size() - 1);
    }

    /** The code of an execution, whatever language it is in. */
    public static String code(Execution execution) {
        return execution.codeFiles().entrySet().stream()
                .filter(file -> file.getKey().startsWith("main."))
                .map(file -> new String(file.getValue(), StandardCharsets.UTF_8))
                .findFirst()
                .orElseThrow();
    }

    public int starts() {
        return starts.get();
    }

    public int closes() {
        return closes.get();
    }

    public static ExecutionResult result(String stdout, int exitCode) {
        return result(stdout, "", exitCode, Termination.EXITED, OptionalInt.empty());
    }

    public static ExecutionResult result(
            String stdout, String stderr, int exitCode, Termination termination, OptionalInt signal) {
        return result(output(stdout), output(stderr), exitCode, termination, signal, List.of());
    }

    public static ExecutionResult result(
            Output stdout,
            Output stderr,
            int exitCode,
            Termination termination,
            OptionalInt signal,
            List<OutputFile> files) {
        return new ExecutionResult(
                stdout,
                stderr,
                exitCode,
                signal,
                termination,
                files,
                new ResourceUsage(Duration.ofMillis(12), Duration.ofMillis(5), OptionalLong.of(1024)),
                Enforcement.none(),
                "scripted",
                "sandbox-1");
    }

    public static Output output(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Output.of(bytes, bytes.length);
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public void start() {
        starts.incrementAndGet();
    }

    @Override
    public EngineProbe probe() {
        return new EngineProbe("scripted", List.of(), Enforcement.none());
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.values());
    }

    @Override
    public Interpreter interpreter(Language language, String choice) {
        return new Interpreter(language, Path.of("/usr/bin/scripted"), "1", Set.of());
    }

    @Override
    public CompletableFuture<ExecutionResult> run(Execution execution) {
        executions.add(execution);
        return script.apply(execution);
    }

    @Override
    public Optional<EngineStats> stats() {
        return Optional.of(STATS);
    }

    @Override
    public void close() {
        closes.incrementAndGet();
    }
}
