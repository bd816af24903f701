package io.camelsandbox.component.yaml;

import io.camelsandbox.Enforcement;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Interpreter;
import io.camelsandbox.Language;
import io.camelsandbox.Output;
import io.camelsandbox.ResourceUsage;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.EngineProbe;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.SandboxEngine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what it is asked to run, and answers with nothing printed. */
final class RecordingEngine implements SandboxEngine {

    private final List<Execution> executions = new CopyOnWriteArrayList<>();

    Execution last() {
        return executions.get(executions.size() - 1);
    }

    /** The one code file of the last execution, as text. */
    String lastCode() {
        return code(last());
    }

    List<String> codes() {
        return executions.stream().map(RecordingEngine::code).toList();
    }

    private static String code(Execution execution) {
        return new String(execution.codeFiles().values().iterator().next(), StandardCharsets.UTF_8);
    }

    @Override
    public String name() {
        return "recording";
    }

    @Override
    public void start() {}

    @Override
    public EngineProbe probe() {
        return new EngineProbe(name(), List.of(), Enforcement.none());
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of();
    }

    @Override
    public Interpreter interpreter(Language language, String choice) {
        return new Interpreter(language, Path.of("/usr/bin/" + language.id()), "", Set.of());
    }

    @Override
    public CompletableFuture<ExecutionResult> run(Execution execution) {
        executions.add(execution);
        Output nothing = Output.of(new byte[0], 0);
        return CompletableFuture.completedFuture(new ExecutionResult(
                nothing,
                nothing,
                0,
                OptionalInt.empty(),
                Termination.EXITED,
                List.of(),
                new ResourceUsage(Duration.ZERO, Duration.ZERO, OptionalLong.empty()),
                Enforcement.none(),
                name(),
                execution.id()));
    }

    @Override
    public void close() {}
}
