package io.camelsandbox.engine.local;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Interpreter;
import io.camelsandbox.Language;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.EngineProbe;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.EngineStats;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.engine.SandboxHost;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The local engine, with an interpreter that is warm before each execution, also the first of its kind. */
public final class PrefilledEngine implements SandboxEngine {

    private final LocalEngine engine;

    public PrefilledEngine(EngineSettings settings) {
        this.engine = new LocalEngine(settings);
    }

    @Override
    public String name() {
        return engine.name();
    }

    @Override
    public void start() {
        engine.start();
    }

    @Override
    public EngineProbe probe() {
        return engine.probe();
    }

    @Override
    public Set<Capability> capabilities() {
        return engine.capabilities();
    }

    @Override
    public Interpreter interpreter(Language language, String choice) {
        return engine.interpreter(language, choice);
    }

    @Override
    public CompletableFuture<ExecutionResult> run(Execution execution) {
        var answer = new CompletableFuture<ExecutionResult>();
        try {
            engine.prefill(execution).thenRun(() -> start(execution, answer));
        } catch (SandboxException refused) {
            start(execution, answer);
        }
        return answer;
    }

    private void start(Execution execution, CompletableFuture<ExecutionResult> answer) {
        CompletableFuture<ExecutionResult> running = engine.run(execution);
        running.whenComplete((result, error) -> {
            if (error != null) {
                answer.completeExceptionally(error);
            } else {
                answer.complete(result);
            }
        });
        answer.whenComplete((result, error) -> {
            if (answer.isCancelled()) {
                running.cancel(true);
            }
        });
    }

    @Override
    public Optional<EngineStats> stats() {
        return engine.stats();
    }

    @Override
    public SandboxHost host() {
        return engine.host();
    }

    @Override
    public void close() {
        engine.close();
    }
}
