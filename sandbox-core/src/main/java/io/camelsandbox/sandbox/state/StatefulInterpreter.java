package io.camelsandbox.sandbox.state;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.SandboxRefusedException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The interpreter of one language in one sandbox: started by the first execution, and anew by the one after its end.
 * Executions come one at a time: their {@link #turns()} are the caller's to keep.
 */
public final class StatefulInterpreter {

    /** How many executions may wait for one that runs. */
    private static final int MOST_WAITING = 1_000;

    private final Turns turns = new Turns(MOST_WAITING);
    private StatefulProcess process;
    private int users;
    private CompletableFuture<ExecutionResult> outer;
    private CompletableFuture<ExecutionResult> inner;

    /** In which order executions come. */
    public Turns turns() {
        return turns;
    }

    /** Somebody is going to run something in it. */
    public synchronized void join() {
        users++;
    }

    /** Somebody who joined has his result. */
    public synchronized void leave() {
        users--;
    }

    /** True when there is no process and nobody who wants one. */
    public synchronized boolean unused() {
        return users == 0 && (process == null || process.over());
    }

    /**
     * Runs an execution, in an interpreter that is there or a new one.
     *
     * <p>The future fails with a {@link io.camelsandbox.SandboxException}: where the code spoils the interpreter's
     * answers, with reason PROTOCOL_ERROR and the result as far as it got; after a cancel, with that too; where there is
     * no result.
     *
     * @param folder the folder that a new interpreter begins in
     * @param atEnd  told when an interpreter that this starts has ended
     */
    public CompletableFuture<ExecutionResult> run(
            InterpreterPlan plan, Place place, StatefulExecution execution, String folder, Runnable atEnd) {
        StatefulProcess found;
        var result = new CompletableFuture<ExecutionResult>();
        synchronized (this) {
            found = process == null || process.over() ? null : process;
            outer = result;
            inner = null;
        }
        if (found != null && !found.plan().equals(plan)) {
            result.completeExceptionally(new SandboxRefusedException(
                    "the interpreter that keeps the state was started otherwise: give the same interpreter, allowed"
                            + " modules and start variables as before, or end it first (exit() or process.exit())"));
            return result;
        }
        var fresh = new Fresh(plan, place, execution, folder, atEnd);
        Optional<CompletableFuture<ExecutionResult>> begun = Optional.ofNullable(found)
                .flatMap(there -> there.run(execution, execution.folder().orElse("")));
        follow(begun.orElseGet(() -> runInNew(fresh)), result, fresh);
        return result;
    }

    private record Fresh(
            InterpreterPlan plan, Place place, StatefulExecution execution, String folder, Runnable atEnd) {}

    private CompletableFuture<ExecutionResult> runInNew(Fresh fresh) {
        var started = new StatefulProcess(fresh.plan(), fresh.place(), fresh.atEnd());
        synchronized (this) {
            process = started;
        }
        CompletableFuture<ExecutionResult> result =
                started.run(fresh.execution(), fresh.folder()).orElseThrow();
        started.start(fresh.folder());
        return result;
    }

    private void follow(
            CompletableFuture<ExecutionResult> running, CompletableFuture<ExecutionResult> result, Fresh fresh) {
        synchronized (this) {
            inner = running;
        }
        running.whenComplete((ended, problem) -> {
            if (problem instanceof MissedException) {
                // nothing of it ran: a new interpreter's first execution is never missed
                follow(runInNew(fresh), result, fresh);
            } else if (problem != null) {
                result.completeExceptionally(problem);
            } else {
                result.complete(ended);
            }
        });
    }

    /** Ends the interpreter if it is at the execution with this result. */
    public void cancel(CompletableFuture<ExecutionResult> result) {
        StatefulProcess at;
        CompletableFuture<ExecutionResult> running;
        synchronized (this) {
            at = process;
            running = outer == result ? inner : null;
        }
        if (at != null && running != null) {
            at.cancel(running);
        }
    }
}
