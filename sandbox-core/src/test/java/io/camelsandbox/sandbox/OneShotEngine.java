package io.camelsandbox.sandbox;

import io.camelsandbox.Enforcement;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Interpreter;
import io.camelsandbox.Language;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.EngineProbe;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.SandboxEngine;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** An engine without sandboxes that stay. */
final class OneShotEngine implements SandboxEngine {

    @Override
    public String name() {
        return "one-shots";
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
        throw new UnsupportedOperationException("a test does not ask");
    }

    @Override
    public CompletableFuture<ExecutionResult> run(Execution execution) {
        throw new UnsupportedOperationException("a test does not ask");
    }

    @Override
    public void close() {}
}
