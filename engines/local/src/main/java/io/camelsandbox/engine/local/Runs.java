package io.camelsandbox.engine.local;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.SandboxCancelledException;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.Execution;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Brings executions and sandboxes together: one that waits where there is one, else one that is made for it. */
final class Runs {

    private final Services services;
    private final Sandboxes sandboxes;
    private final Spares spares;
    private final EngineCounters counters;
    private final Set<CompletableFuture<ExecutionResult>> open = ConcurrentHashMap.newKeySet();

    Runs(Services services, Sandboxes sandboxes, Spares spares, EngineCounters counters) {
        this.services = services;
        this.sandboxes = sandboxes;
        this.spares = spares;
        this.counters = counters;
    }

    /** An execution and the sandbox that does it; another when the first was gone before it began. */
    private static final class Run {
        private final Isolator.Placed placed;
        private final SandboxPlan plan;
        private final CompletableFuture<ExecutionResult> future = new CompletableFuture<>();
        private volatile LiveSandbox sandbox;

        Run(Isolator.Placed placed, SandboxPlan plan) {
            this.placed = placed;
            this.plan = plan;
        }

        /** Its result, when nothing of its sandbox is left. */
        CompletableFuture<ExecutionResult> reaped() {
            var reaped = new CompletableFuture<ExecutionResult>();
            future.whenComplete((result, error) -> {
                LiveSandbox last = sandbox;
                if (last == null || error != null) {
                    settle(reaped, result, error);
                } else {
                    last.whenGone().thenRun(() -> settle(reaped, result, null));
                }
            });
            reaped.whenComplete((result, error) -> {
                if (reaped.isCancelled()) {
                    future.cancel(true);
                }
            });
            return reaped;
        }

        private static void settle(
                CompletableFuture<ExecutionResult> waiting, ExecutionResult result, Throwable error) {
            if (error != null) {
                waiting.completeExceptionally(error);
            } else {
                waiting.complete(result);
            }
        }
    }

    /** Runs an execution in a sandbox of {@code plan}; its result may be there before its sandbox is gone. */
    CompletableFuture<ExecutionResult> run(Isolator.Placed placed, SandboxPlan plan) {
        return start(new Run(placed, plan)).future;
    }

    /** Runs an execution in a sandbox of {@code plan}; its result comes when its sandbox is gone. */
    CompletableFuture<ExecutionResult> runAndReap(Isolator.Placed placed, SandboxPlan plan) {
        return start(new Run(placed, plan)).reaped();
    }

    /** Has a sandbox ready for such an execution before it comes; completes as soon as there is one, or can be none. */
    CompletableFuture<Void> prefill(SandboxPlan plan, Execution execution) {
        var ready = new CompletableFuture<Void>();
        services.loop().execute(() -> spares.prefill(SpareKey.of(plan, execution))
                .thenRunAsync(() -> ready.complete(null), services.completions()));
        return ready;
    }

    private Run start(Run run) {
        open.add(run.future);
        counters.runBegan();
        run.future.whenComplete((result, error) -> {
            open.remove(run.future);
            counters.runEnded();
            countReaping(run.sandbox);
        });
        services.loop().execute(() -> dispatch(run));
        return run;
    }

    private void countReaping(LiveSandbox sandbox) {
        if (sandbox != null) {
            long result = System.nanoTime();
            counters.reapBegan();
            sandbox.whenGone().whenComplete((gone, error) -> counters.reapEnded(System.nanoTime() - result));
        }
    }

    private void dispatch(Run run) {
        Optional<LiveSandbox> waiting = spares.take(SpareKey.of(run.plan, run.placed.execution()));
        if (waiting.isPresent()) {
            begin(run, waiting.get());
        } else {
            services.completions().execute(() -> prepare(run));
        }
    }

    private void prepare(Run run) {
        try {
            LiveSandbox sandbox = sandboxes.prepare(run.plan, run.placed.afterwards());
            services.loop().execute(() -> {
                begin(run, sandbox);
                sandboxes.start(sandbox);
            });
        } catch (SandboxException e) {
            run.placed.afterwards().run();
            services.loop().execute(spares::runEnded);
            run.future.completeExceptionally(e);
        }
    }

    private void begin(Run run, LiveSandbox sandbox) {
        run.sandbox = sandbox;
        var oneShot = new OneShot(services, run.placed, sandbox, run.future, new OneShot.Supervisor() {
            @Override
            public void over() {
                spares.runEnded();
            }

            @Override
            public void neverBegan() {
                dispatch(run);
            }
        });
        oneShot.begin();
        run.future.whenComplete((result, error) -> {
            if (run.future.isCancelled()) {
                services.loop().execute(oneShot::abandon);
            }
        });
    }

    /** Fails what is still open: nobody will complete it any more. */
    void failRest() {
        open.forEach(future ->
                future.completeExceptionally(new SandboxCancelledException("the local engine was closed", null)));
    }
}
