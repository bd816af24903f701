package io.camelsandbox.engine.local;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.SandboxCancelledException;
import io.camelsandbox.SandboxException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Brings executions and sandboxes together: one that waits where there is one, else one that is made for it. */
final class Runs {

    private final Services services;
    private final Sandboxes sandboxes;
    private final Spares spares;
    private final Set<CompletableFuture<ExecutionResult>> open = ConcurrentHashMap.newKeySet();

    Runs(Services services, Sandboxes sandboxes, Spares spares) {
        this.services = services;
        this.sandboxes = sandboxes;
        this.spares = spares;
    }

    /** Runs an execution in a sandbox of {@code plan}; from any thread. */
    CompletableFuture<ExecutionResult> run(Isolator.Placed placed, SandboxPlan plan) {
        var future = new CompletableFuture<ExecutionResult>();
        open.add(future);
        future.whenComplete((result, error) -> open.remove(future));
        services.loop().execute(() -> dispatch(placed, plan, future));
        return future;
    }

    private void dispatch(Isolator.Placed placed, SandboxPlan plan, CompletableFuture<ExecutionResult> future) {
        Optional<LiveSandbox> waiting = spares.take(SpareKey.of(plan, placed.execution()));
        if (waiting.isPresent()) {
            begin(placed, waiting.get(), future);
        } else {
            services.completions().execute(() -> prepare(placed, plan, future));
        }
    }

    private void prepare(Isolator.Placed placed, SandboxPlan plan, CompletableFuture<ExecutionResult> future) {
        try {
            LiveSandbox sandbox = sandboxes.prepare(plan, placed.afterwards());
            services.loop().execute(() -> {
                begin(placed, sandbox, future);
                sandboxes.start(sandbox);
            });
        } catch (SandboxException e) {
            placed.afterwards().run();
            future.completeExceptionally(e);
        }
    }

    private void begin(Isolator.Placed placed, LiveSandbox sandbox, CompletableFuture<ExecutionResult> future) {
        var oneShot = new OneShot(services, placed, sandbox, future, new OneShot.Supervisor() {
            @Override
            public void over() {
                spares.runEnded();
            }

            @Override
            public void neverBegan() {
                dispatch(placed, sandbox.plan(), future);
            }
        });
        oneShot.begin();
        future.whenComplete((result, error) -> {
            if (future.isCancelled()) {
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
