package io.camelsandbox.engine.local;

import io.camelsandbox.Enforcement;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Interpreter;
import io.camelsandbox.Language;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.code.InterpreterDiscovery;
import io.camelsandbox.engine.EngineStats;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.WarmStart;
import io.camelsandbox.engine.local.cgroup.Controller;
import io.camelsandbox.engine.local.cgroup.Groups;
import io.camelsandbox.engine.local.live.LocalHost;
import io.camelsandbox.engine.local.live.Means;
import io.camelsandbox.engine.local.wire.Connection;
import io.camelsandbox.engine.local.wire.IoLoop;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything that a started engine holds, and the way an execution takes through it. */
final class LocalRuntime implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LocalRuntime.class);
    private static final long CLOSE_PATIENCE_SECONDS = 10;

    private final RuntimeFolder folder;
    private final UserIds users;
    private final Groups groups;
    private final Threads threads = new Threads();
    private final LauncherProcess process;
    private final Launcher launcher;
    private final IoLoop loop;
    private final MountPolicy mountPolicy;
    private final Isolator isolator;
    private final LocalOptions options;
    private final InterpreterDiscovery interpreters;
    private final EngineCounters counters = new EngineCounters();
    private final Runs runs;
    private final Spares spares;
    private final Function<Path, Optional<String>> whyNot;
    private final LiveCells cells;
    private LiveParts live;
    private volatile Enforcement enforcement = Enforcement.none();
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Takes over what was opened, and closes it in the end. No process is started before the first execution.
     *
     * @throws SandboxUnavailableException when the socket cannot be made; then nothing was taken over
     */
    LocalRuntime(
            LocalOptions options,
            RuntimeFolder folder,
            UserIds users,
            Groups groups,
            Isolator isolator,
            byte[] seccomp) {
        this.folder = folder;
        this.users = users;
        this.groups = groups;
        this.options = options;
        this.isolator = isolator;
        var reach = new Reach(users.areForeign());
        this.whyNot = reach::whyNot;
        this.mountPolicy = new MountPolicy(reach);
        this.interpreters = new InterpreterDiscovery(whyNot);
        var entrance = new Entrance();
        try {
            this.loop = new IoLoop(folder.socket(), entrance::accepted);
        } catch (IOException e) {
            threads.close();
            throw new SandboxUnavailableException(
                    Reason.BACKEND_UNAVAILABLE, "the local engine cannot listen on " + folder.socket() + ": " + e, e);
        }
        this.process = new LauncherProcess(
                folder.program(), folder.socket(), folder.stage(), why -> loop.execute(() -> entrance.ended(why)));
        this.launcher = new Launcher(loop, process::run, process::kill);
        entrance.launcher = launcher;
        var sandboxes = new Sandboxes(isolator, users, groups, loop, launcher, threads.completions());
        var services = new Services(
                loop,
                threads.completions(),
                threads.readers(),
                threads.closer(),
                isolator,
                HardLimits.current(),
                grouped(),
                seccomp,
                () -> enforcement);
        var preparation = new Preparation(services);
        var keeping = new Keeping(options.store().orphanPatience(), users, groups, loop, threads.completions());
        this.cells = new LiveCells(sandboxes, preparation, folder, keeping);
        this.spares = new Spares(options.spareLimits(), counters, sandboxes, preparation, loop, threads.completions());
        if (options.spareLimits().warm() == WarmStart.NONE || !isolator.isolates()) {
            loop.execute(spares::close);
        }
        this.runs = new Runs(services, sandboxes, spares, counters);
    }

    /** The loop is there before the launcher is; nobody connects before the launcher runs. */
    private static final class Entrance {
        private volatile Launcher launcher;

        void accepted(Connection connection) {
            launcher.accepted(connection);
        }

        void ended(String why) {
            launcher.processEnded(why);
        }
    }

    /** What was counted since the start. */
    EngineStats stats() {
        return counters.stats();
    }

    /** What results say from now on of what was in force. */
    void enforces(Enforcement value) {
        enforcement = value;
    }

    /** Holds the sandboxes that stay; opens the folder of their records at the first call. */
    synchronized LocalHost host() {
        if (closed.get()) {
            throw new SandboxUnavailableException("the local engine is closed");
        }
        if (live == null) {
            var means = new Means(loop, threads.storage(), Clock.systemUTC(), () -> enforcement);
            live = LiveParts.open(options.store(), means, cells, whyNot);
        }
        return live.host();
    }

    private synchronized Optional<LiveParts> live() {
        return Optional.ofNullable(live);
    }

    /** Finds an interpreter that sandboxes can use; {@code choice} may be null. */
    Interpreter interpreter(Language language, String choice) {
        boolean chosen = choice != null && !choice.isBlank();
        return interpreters.find(language, chosen ? choice : options.interpreter(language));
    }

    /** Runs one execution. */
    CompletableFuture<ExecutionResult> run(Execution execution) {
        try {
            if (closed.get()) {
                throw new SandboxUnavailableException("the local engine is closed");
            }
            List<HostMount> mounts = mountPolicy.resolve(
                    execution.mounts(), execution.interpreter().folders());
            Isolator.Placed placed = isolator.place(execution);
            SandboxPlan plan = SandboxPlan.of(execution, mounts);
            CompletableFuture<ExecutionResult> future =
                    options.awaitsReaped() ? runs.runAndReap(placed, plan) : runs.run(placed, plan);
            if (closed.get()) {
                runs.failRest();
            }
            return future;
        } catch (SandboxException e) {
            return CompletableFuture.failedFuture(e);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(new SandboxUnavailableException(
                    Reason.BACKEND_UNAVAILABLE, "an execution's folder cannot be made: " + e, e));
        }
    }

    /** Has a sandbox ready for such an execution before it comes; completes as soon as there is one, or can be none. */
    CompletableFuture<Void> prefill(Execution execution) {
        List<HostMount> mounts =
                mountPolicy.resolve(execution.mounts(), execution.interpreter().folders());
        return runs.prefill(SandboxPlan.of(execution, mounts), execution);
    }

    private Set<Controller> grouped() {
        var grouped = EnumSet.noneOf(Controller.class);
        for (Controller controller : Controller.values()) {
            if (groups.enforces(controller)) {
                grouped.add(controller);
            }
        }
        return grouped;
    }

    /** Ends what runs, waits until it is gone, and frees everything. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        var gone = new CompletableFuture<Void>();
        loop.execute(() -> {
            spares.close();
            launcher.sandboxes().forEach(sandbox -> sandbox.evict("the local engine was closed"));
            cells.evictAdopted("the local engine was closed");
            launcher.drain(gone);
        });
        try {
            gone.get(CLOSE_PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("Sandboxes are still there {} s after they were killed", CLOSE_PATIENCE_SECONDS);
        }
        live().ifPresent(parts -> parts.host().awaitEnds(Duration.ofSeconds(CLOSE_PATIENCE_SECONDS)));
        loop.execute(launcher::close);
        process.close();
        loop.close();
        threads.close();
        live().ifPresent(LiveParts::close);
        runs.failRest();
        groups.close();
        users.close();
        folder.close();
    }
}
