package io.camelsandbox.engine.local;

import io.camelsandbox.Enforcement.Level;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Guarantee;
import io.camelsandbox.Interpreter;
import io.camelsandbox.Language;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.EngineProbe;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.EngineStats;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.Isolation;
import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.engine.SandboxHost;
import io.camelsandbox.engine.WarmStart;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Runs each execution in a sandbox of its own on this machine, made by bubblewrap. Safe for any number of threads.
 *
 * <p>Everything a guest can write is memory: a file that it writes counts towards its limit on disk and, where groups
 * enforce that, towards its limit on memory too.
 */
public final class LocalEngine implements SandboxEngine {

    /** The engine's name. */
    static final String NAME = "local";

    private static final String NOT_STARTED = "the local engine is not started, or is closed";
    private static final Set<Guarantee> ISOLATION =
            Set.of(Guarantee.FILESYSTEM, Guarantee.NETWORK, Guarantee.USER, Guarantee.SECCOMP);

    private final EngineSettings settings;
    private LocalRuntime runtime;
    private EngineProbe probe;

    /** An engine that is not started yet. */
    public LocalEngine(EngineSettings settings) {
        this.settings = Objects.requireNonNull(settings);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public synchronized void start() {
        if (runtime != null) {
            return;
        }
        var report = new ProbeReport();
        LocalRuntime opened = new LocalStart(new LocalOptions(settings), settings.isolation(), report).open();
        List<String> missing = report.missing(required());
        if (!missing.isEmpty()) {
            opened.close();
            throw new SandboxUnavailableException(
                    "the local engine cannot give here what is required: " + String.join("; ", missing));
        }
        runtime = opened;
        probe = report.probe();
    }

    private Set<Guarantee> required() {
        var required = EnumSet.noneOf(Guarantee.class);
        required.addAll(settings.requireEnforced());
        if (settings.isolation() == Isolation.REQUIRED) {
            required.addAll(ISOLATION);
        }
        return required;
    }

    @Override
    public synchronized EngineProbe probe() {
        return probe != null ? probe : probeOnly();
    }

    private EngineProbe probeOnly() {
        var report = new ProbeReport();
        try {
            new LocalStart(new LocalOptions(settings), Isolation.BEST_EFFORT, report)
                    .open()
                    .close();
        } catch (SandboxException e) {
            if (!report.hasFailure()) {
                report.note("start", Level.UNAVAILABLE, e.getMessage(), Optional.empty());
            }
        }
        return report.probe();
    }

    @Override
    public Set<Capability> capabilities() {
        boolean isolated = settings.isolation() != Isolation.NONE;
        var capabilities = EnumSet.of(Capability.HOST_INTERPRETERS, Capability.OUTPUT_FILES);
        if (isolated) {
            capabilities.add(Capability.MOUNTS);
            capabilities.addAll(LiveParts.capabilities(new LocalOptions(settings).store()));
        }
        if (isolated && new LocalOptions(settings).spareLimits().warm() == WarmStart.AUTO) {
            capabilities.add(Capability.WARM_START);
        }
        return capabilities;
    }

    @Override
    public Interpreter interpreter(Language language, String choice) {
        LocalRuntime current = runtime();
        if (current == null) {
            throw new SandboxUnavailableException(NOT_STARTED);
        }
        return current.interpreter(language, choice);
    }

    @Override
    public CompletableFuture<ExecutionResult> run(Execution execution) {
        LocalRuntime current = runtime();
        return current == null
                ? CompletableFuture.failedFuture(new SandboxUnavailableException(NOT_STARTED))
                : current.run(execution);
    }

    @Override
    public SandboxHost host() {
        if (settings.isolation() == Isolation.NONE) {
            return SandboxEngine.super.host();
        }
        LocalRuntime current = runtime();
        if (current == null) {
            throw new SandboxUnavailableException(NOT_STARTED);
        }
        return current.host();
    }

    /** Has a sandbox ready for such an execution before it comes; completes as soon as there is one, or can be none. */
    CompletableFuture<Void> prefill(Execution execution) {
        LocalRuntime current = runtime();
        return current == null ? CompletableFuture.completedFuture(null) : current.prefill(execution);
    }

    @Override
    public Optional<EngineStats> stats() {
        return Optional.ofNullable(runtime()).map(LocalRuntime::stats);
    }

    private synchronized LocalRuntime runtime() {
        return runtime;
    }

    @Override
    public void close() {
        LocalRuntime current;
        synchronized (this) {
            current = runtime;
            runtime = null;
        }
        if (current != null) {
            current.close();
        }
    }
}
