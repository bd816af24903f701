package io.camelsandbox.springboot;

import io.camelsandbox.Enforcement;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Interpreter;
import io.camelsandbox.Language;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.EngineProbe;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.SandboxEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** An engine of the application's own: it never finishes a run by itself, and ends all of them when it is closed. */
final class StubEngine implements SandboxEngine {

    @Override
    public String name() {
        return "stub";
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
        return new Interpreter(language, Path.of("/bin/sh"), "", Set.of());
    }

    @Override
    public CompletableFuture<ExecutionResult> run(Execution execution) {
        return new CompletableFuture<>();
    }

    @Override
    public void close() {}
}
