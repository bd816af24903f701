package io.camelsandbox.component;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxCancelledException;
import io.camelsandbox.SandboxException;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** What a component has under way: each run waits at the gate, runs, and ends with exactly one outcome. */
final class Runs {

    /** One run, from its arrival at the gate. */
    final class Run<T> {

        private final CompletableFuture<T> outcome = new CompletableFuture<>();
        private final CompletableFuture<RunGate.Permit> admission;
        private volatile CompletableFuture<T> execution;

        private Run() {
            admission = gate.enter();
        }

        /** Ends the run, whether it waits or runs; without effect when it has its outcome. */
        void cancel(String why) {
            // The outcome first: what follows from the cancelling of the parts must not become the outcome.
            outcome.completeExceptionally(new SandboxCancelledException(why, null));
            admission.cancel(false);
            CompletableFuture<T> begun = execution;
            if (begun != null) {
                begun.cancel(true);
            }
        }

        private void begin(Supplier<CompletableFuture<T>> work, RunGate.Permit permit) {
            CompletableFuture<T> begun;
            try {
                begun = work.get();
            } catch (RuntimeException | Error e) {
                begun = CompletableFuture.failedFuture(e);
            }
            execution = begun;
            begun.whenComplete((result, failure) -> {
                permit.close();
                settle(result, failure);
            });
            if (outcome.isDone()) {
                begun.cancel(true);
            }
        }

        private void settle(T result, Throwable failure) {
            if (failure == null) {
                outcome.complete(result);
            } else {
                outcome.completeExceptionally(failure);
            }
        }
    }

    private final RunGate gate;
    private final Executor starter;
    private final Executor handlers;
    private final Set<Run<?>> active = ConcurrentHashMap.newKeySet();
    private final LongAdder finished = new LongAdder();
    private final LongAdder failed = new LongAdder();

    /**
     * Lets runs in through {@code gate}.
     *
     * @param starter  begins runs that had to wait; nothing that blocks is run on it, since threads that wait for runs
     *                 wait for it too
     * @param handlers takes the outcomes; both must take every task
     */
    Runs(RunGate gate, Executor starter, Executor handlers) {
        this.gate = gate;
        this.starter = starter;
        this.handlers = handlers;
    }

    /**
     * Runs work. Returns at once.
     *
     * @param work    begins it; cancelling what it gives ends it
     * @param handler gets the result or the failure, once, on a thread where it may block
     */
    <T> Run<T> start(Supplier<CompletableFuture<T>> work, BiConsumer<T, Throwable> handler) {
        return start(work, handlers, handler);
    }

    /**
     * Runs work for a thread that is going to wait for it. Returns at once.
     *
     * @param work    begins it; cancelling what it gives ends it
     * @param handler gets the result or the failure, once, on a thread where it must not block. It needs no thread of
     *                the handlers: they may all be among those that wait.
     */
    <T> Run<T> startAwaited(Supplier<CompletableFuture<T>> work, BiConsumer<T, Throwable> handler) {
        return start(work, Runnable::run, handler);
    }

    private <T> Run<T> start(Supplier<CompletableFuture<T>> work, Executor executor, BiConsumer<T, Throwable> handler) {
        Run<T> run = new Run<>();
        active.add(run);
        run.outcome.whenComplete((result, failure) -> executor.execute(() -> {
            active.remove(run);
            (failure == null ? finished : failed).increment();
            handler.accept(result, plain(failure));
        }));
        BiConsumer<RunGate.Permit, Throwable> admitted = (permit, failure) -> {
            if (failure != null) {
                run.settle(null, failure);
            } else {
                run.begin(work, permit);
            }
        };
        if (run.admission.isDone()) {
            run.admission.whenComplete(admitted);
        } else {
            // A run that ends lets the next one in: on its own stack a long queue would never unwind.
            run.admission.whenCompleteAsync(admitted, starter);
        }
        return run;
    }

    /**
     * Runs work and waits for its result. An interrupt ends the run.
     *
     * @throws SandboxException when there is no result
     */
    <T> T runAndWait(Supplier<CompletableFuture<T>> work) {
        var outcome = new CompletableFuture<T>();
        Run<T> run = startAwaited(work, (result, failure) -> {
            if (failure == null) {
                outcome.complete(result);
            } else {
                outcome.completeExceptionally(failure);
            }
        });
        try {
            return outcome.get();
        } catch (InterruptedException e) {
            run.cancel("the waiting thread was interrupted");
            Thread.currentThread().interrupt();
            throw new SandboxCancelledException("the waiting thread was interrupted", null);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof SandboxException failure
                    ? failure
                    : new SandboxException(Reason.EXECUTION_FAILED, "the run failed", e.getCause());
        }
    }

    RunGate gate() {
        return gate;
    }

    /** How many runs gave a result since the start. */
    long finished() {
        return finished.sum();
    }

    /** How many runs failed without a result since the start. */
    long failed() {
        return failed.sum();
    }

    /** Lets nothing in any more and ends what is there. */
    void close() {
        gate.close();
        active.forEach(run -> run.cancel("the component was stopped while the code ran"));
    }

    private static Throwable plain(Throwable failure) {
        Throwable plain =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return plain instanceof CancellationException
                ? new SandboxCancelledException("the run was cancelled", null)
                : plain;
    }
}
