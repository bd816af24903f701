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
     * <p>The future fails with a {@link io.camelsandbox.SandboxException}: where the code spoils the interpreter's answers, with reason
     * PROTOCOL_ERROR and the result as far as it got; after a cancel, with that too; where there is no result.
     *
     * @param folder the folder that a new interpreter begins in
     * @param atEnd  told when an interpreter that this starts has ended
     */
    public CompletableFuture<ExecutionResult> run(
            InterpreterPlan plan, Place place, StatefulExecution execution, String folder, Runnable atEnd) {
        StatefulProcess found;
        synchronized (this) {
            found = process == null || process.over() ? null : process;
        }
        if (found != null && !found.plan().equals(plan)) {
            return CompletableFuture.failedFuture(new SandboxRefusedException(
                    "the interpreter that keeps the state was started otherwise: give the same interpreter, allowed"
                            + " modules and start variables as before, or end it first (exit() or process.exit())"));
        }
        return Optional.ofNullable(found)
                .flatMap(there -> there.run(execution, execution.folder().orElse("")))
                .orElseGet(() -> runInNew(plan, place, execution, folder, atEnd));
    }

    private CompletableFuture<ExecutionResult> runInNew(
            InterpreterPlan plan, Place place, StatefulExecution execution, String folder, Runnable atEnd) {
        var fresh = new StatefulProcess(plan, place, atEnd);
        synchronized (this) {
            process = fresh;
        }
        CompletableFuture<ExecutionResult> result = fresh.run(execution, folder).orElseThrow();
        fresh.start(folder);
        return result;
    }

    /** Ends the interpreter if it is at the execution with this result. */
    public void cancel(CompletableFuture<ExecutionResult> result) {
        StatefulProcess at;
        synchronized (this) {
            at = process;
        }
        if (at != null) {
            at.cancel(result);
        }
    }
}
