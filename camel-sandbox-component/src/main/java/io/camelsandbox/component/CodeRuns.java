package io.camelsandbox.component;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.ExecutionResult;
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
import java.util.function.Function;

/** The runs of a component: each waits at the gate, runs, and ends with exactly one outcome. */
final class CodeRuns {

    /** One run, from its arrival at the gate. */
    final class Run {

        private final CompletableFuture<ExecutionResult> outcome = new CompletableFuture<>();
        private final CompletableFuture<RunGate.Permit> admission;
        private volatile CompletableFuture<ExecutionResult> execution;

        private Run() {
            admission = gate.enter();
        }

        /** Ends the run, whether it waits or runs; without effect when it has its outcome. */
        void cancel(String why) {
            // The outcome first: what follows from the cancelling of the parts must not become the outcome.
            outcome.completeExceptionally(new SandboxCancelledException(why, null));
            admission.cancel(false);
            CompletableFuture<ExecutionResult> begun = execution;
            if (begun != null) {
                begun.cancel(true);
            }
        }

        private void begin(CodeRequest request, RunGate.Permit permit) {
            CompletableFuture<ExecutionResult> begun;
            try {
                begun = runner.apply(request);
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

        private void settle(ExecutionResult result, Throwable failure) {
            if (failure == null) {
                outcome.complete(result);
            } else {
                outcome.completeExceptionally(failure);
            }
        }
    }

    private final RunGate gate;
    private final Function<CodeRequest, CompletableFuture<ExecutionResult>> runner;
    private final Executor starter;
    private final Executor handlers;
    private final Set<Run> active = ConcurrentHashMap.newKeySet();
    private final LongAdder finished = new LongAdder();
    private final LongAdder failed = new LongAdder();

    /**
     * Runs code with {@code runner}.
     *
     * @param starter  begins runs that had to wait; nothing that blocks is run on it, since threads that wait for runs
     *                 wait for it too
     * @param handlers takes the outcomes; both must take every task
     */
    CodeRuns(
            RunGate gate,
            Function<CodeRequest, CompletableFuture<ExecutionResult>> runner,
            Executor starter,
            Executor handlers) {
        this.gate = gate;
        this.runner = runner;
        this.starter = starter;
        this.handlers = handlers;
    }

    /**
     * Runs a request. Returns at once.
     *
     * @param handler gets the result or the failure, once, on a thread where it may block
     */
    Run start(CodeRequest request, BiConsumer<ExecutionResult, Throwable> handler) {
        return start(request, handlers, handler);
    }

    /**
     * Runs a request for a thread that is going to wait for it. Returns at once.
     *
     * @param handler gets the result or the failure, once, on a thread where it must not block. It needs no thread of
     *                the handlers: they may all be among those that wait.
     */
    Run startAwaited(CodeRequest request, BiConsumer<ExecutionResult, Throwable> handler) {
        return start(request, Runnable::run, handler);
    }

    private Run start(CodeRequest request, Executor executor, BiConsumer<ExecutionResult, Throwable> handler) {
        Run run = new Run();
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
                run.begin(request, permit);
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
     * Runs a request and waits for its result. An interrupt ends the run.
     *
     * @throws SandboxException when there is no result
     */
    ExecutionResult runAndWait(CodeRequest request) {
        var outcome = new CompletableFuture<ExecutionResult>();
        Run run = startAwaited(request, (result, failure) -> {
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
