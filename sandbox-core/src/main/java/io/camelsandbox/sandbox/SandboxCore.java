package io.camelsandbox.sandbox;

import io.camelsandbox.Reason;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.ExecOrder;
import io.camelsandbox.engine.HostedSandbox;
import io.camelsandbox.engine.SnapshotOrder;
import io.camelsandbox.sandbox.spec.SandboxDefaults;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import io.camelsandbox.sandbox.spec.ScratchVolume;
import io.camelsandbox.sandbox.state.Turns;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What stands behind a {@link Sandbox}: its life, its stop, its files, and what is started in it. */
final class SandboxCore {

    private static final Logger LOG = LoggerFactory.getLogger(SandboxCore.class);

    private final SandboxSpec spec;
    private final SandboxDefaults defaults;
    private final SandboxLife life;
    private final SharedStop stop;
    private final SandboxFiles files;
    private final Snapshots snapshots;
    private final LiveCode code;
    private final StatefulCode stateful;
    private final Turns admission = new Turns(1_000);
    private final SpecCapabilities capabilities;
    private final Background background;
    private final String engine;
    private final List<Consumer<Sandbox>> stopListeners = new CopyOnWriteArrayList<>();
    private final AtomicReference<ExecStats> stats = new AtomicReference<>(ExecStats.NONE);

    SandboxCore(
            SandboxSpec spec,
            SandboxDefaults defaults,
            SandboxLife life,
            Snapshots snapshots,
            LiveCode code,
            StatefulCode stateful,
            SpecCapabilities capabilities,
            Background background,
            String engine) {
        this.spec = spec;
        this.defaults = defaults;
        this.life = life;
        this.snapshots = snapshots;
        this.code = code;
        this.stateful = stateful;
        this.capabilities = capabilities;
        this.background = background;
        this.engine = engine;
        this.stop = new SharedStop(life, background, defaults.grace(), snapshots::untilReady);
        this.files = new SandboxFiles(this::running, defaults.requestTimeout(), background);
    }

    SandboxSpec spec() {
        return spec;
    }

    SandboxDefaults defaults() {
        return defaults;
    }

    SandboxLife life() {
        return life;
    }

    SharedStop stop() {
        return stop;
    }

    SandboxFiles files() {
        return files;
    }

    LiveCode code() {
        return code;
    }

    StatefulCode stateful() {
        return stateful;
    }

    /** The order in which executions with state were asked for, as long as the sandbox does not run. */
    Turns admission() {
        return admission;
    }

    ExecStats execStats() {
        return stats.get();
    }

    <T> CompletableFuture<T> deliver(CompletableFuture<T> inner) {
        return background.deliver(inner);
    }

    CompletableFuture<Void> stop(Sandbox handle, StopOptions options) {
        CompletableFuture<Void> stopped = stop.stop(options);
        stopped.whenComplete((done, problem) -> stopListeners.forEach(listener -> listener.accept(handle)));
        return stopped;
    }

    /** Told of the handle when a stop of it has ended, well or not. */
    void whenStopped(Consumer<Sandbox> listener) {
        stopListeners.add(listener);
    }

    CompletableFuture<HostedSandbox> running() {
        return life.running(defaults.requestTimeout());
    }

    CompletableFuture<FileSystemSnapshot> snapshot(SnapshotOptions options) {
        capabilities.need(true, Capability.SNAPSHOTS, "snapshots");
        return running()
                .thenCompose(hosted -> {
                    var order = new SnapshotOrder(
                            volume(hosted, options.volume()),
                            options.requestId().orElseGet(RequestIds::next));
                    return hosted.snapshot(order);
                })
                .thenCompose(begun -> options.until() == SnapshotOptions.Until.BEGUN
                        ? CompletableFuture.completedFuture(begun)
                        : snapshots.untilReady(begun.id()));
    }

    ProcessRun exec(ExecRequest request) {
        Planned planned = plan(request);
        return begin(counted(planned.run()), planned.order());
    }

    /** What the library itself runs is not the caller's command. */
    ProcessRun execUncounted(ExecRequest request) {
        Planned planned = plan(request);
        return begin(planned.run(), planned.order());
    }

    private record Planned(ProcessRun run, ExecOrder order) {}

    private Planned plan(ExecRequest request) {
        Duration timeout = request.timeout == null ? defaults.requestTimeout() : request.timeout;
        var order = ExecOrder.builder(request.command())
                .cwd(request.cwd)
                .env(request.env)
                .timeout(timeout)
                .grace(request.grace)
                .input(request.openStdin || request.stdin != null ? ExecOrder.Input.PIPE : ExecOrder.Input.NONE)
                .descendants(request.background ? ExecOrder.Descendants.MAY_LIVE : ExecOrder.Descendants.DIE)
                .container(request.container)
                .request(request.request)
                .build();
        return new Planned(new ProcessRun(request, Optional.of(timeout), engine, background), order);
    }

    ProcessRun shell(ShellRequest request) {
        capabilities.need(true, Capability.TERMINALS, "a terminal");
        var streaming =
                ExecRequest.builder(request.command()).openStdin().streaming().build();
        var order = ExecOrder.builder(request.command())
                .cwd(request.cwd().orElse(null))
                .env(request.env())
                .input(ExecOrder.Input.PIPE)
                .terminal(request.size())
                .container(request.container().orElse(null))
                .build();
        return begin(counted(new ProcessRun(streaming, Optional.empty(), engine, background)), order);
    }

    LogStream logs(LogRequest request) {
        var entries = new Deferred<>(
                () -> life.start()
                        .thenApply(hosted -> TransferPublisher.ofEntries(
                                receiver -> LogFollower.open(hosted, request.order(), receiver, background),
                                background.callers())),
                background.callers());
        return new LogStream(entries, request.longestLine(), background.callers());
    }

    void closeAndWait(Sandbox handle) {
        try {
            handle.stop().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            LOG.warn("{} was not stopped cleanly: {}", handle, e.getCause().getMessage());
        }
    }

    private ProcessRun counted(ProcessRun run) {
        stats.updateAndGet(ExecStats::begun);
        run.result()
                .whenComplete((result, problem) ->
                        stats.updateAndGet(now -> problem == null ? now.ended(result.exitCode()) : now.failed()));
        return run;
    }

    private ProcessRun begin(ProcessRun run, ExecOrder order) {
        running().whenComplete((hosted, problem) -> {
            if (problem == null) {
                run.startIn(hosted, receiver -> hosted.exec(order, receiver));
            } else {
                run.failed(SandboxLife.asSandboxException(Background.unwrap(problem)));
            }
        });
        return run;
    }

    private static String volume(HostedSandbox hosted, Optional<String> chosen) {
        List<String> names =
                hosted.spec().scratchVolumes().stream().map(ScratchVolume::name).toList();
        if (chosen.isPresent() ? !names.contains(chosen.get()) : names.isEmpty()) {
            throw new SandboxSnapshotException(
                    Reason.FSS_NOT_SUPPORTED,
                    "no snapshot can be taken: the sandbox has these scratch volumes: " + names,
                    null);
        }
        if (chosen.isEmpty() && names.size() > 1) {
            throw new SandboxSnapshotException(
                    Reason.INVALID_REQUEST, "a snapshot is of one volume: choose one of " + names, null);
        }
        return chosen.orElseGet(() -> names.get(0));
    }
}
