package io.camelsandbox.benchmarks.micro;

import io.camelsandbox.Enforcement;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Guarantee;
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
import java.util.EnumMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Starts nothing and has the result at once: what is left is the cost of everything in front of an engine. */
final class InstantEngine implements SandboxEngine {

    private static final String NAME = "instant";

    private final Enforcement enforcement = everythingEnforced();
    private final byte[] stdout = "hello\n".getBytes(StandardCharsets.UTF_8);

    private static Enforcement everythingEnforced() {
        var levels = new EnumMap<Guarantee, Enforcement.Level>(Guarantee.class);
        for (Guarantee guarantee : Guarantee.values()) {
            levels.put(guarantee, Enforcement.Level.ENFORCED);
        }
        return new Enforcement(levels);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void start() {
        // There is nothing to start.
    }

    @Override
    public EngineProbe probe() {
        return new EngineProbe(NAME, List.of(), enforcement);
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of();
    }

    @Override
    public Interpreter interpreter(Language language, String choice) {
        return new Interpreter(language, Path.of("/usr/bin", language.id()), "1.0", Set.of());
    }

    @Override
    public CompletableFuture<ExecutionResult> run(Execution execution) {
        return CompletableFuture.completedFuture(new ExecutionResult(
                Output.of(stdout, stdout.length),
                Output.of(new byte[0], 0),
                0,
                OptionalInt.empty(),
                Termination.EXITED,
                List.of(),
                new ResourceUsage(Duration.ofMillis(1), Duration.ofMillis(1), OptionalLong.empty()),
                enforcement,
                NAME,
                execution.id()));
    }

    @Override
    public void close() {
        // There is nothing to close.
    }
}
