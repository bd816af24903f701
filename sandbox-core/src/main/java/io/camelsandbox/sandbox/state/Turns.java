package io.camelsandbox.sandbox.state;

import io.camelsandbox.SandboxCapacityException;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** One after the other, in the order they came. What is begun is over when its future is, however that ends. */
public final class Turns {

    private final int mostWaiting;
    private final ArrayDeque<Supplier<CompletableFuture<?>>> waiting = new ArrayDeque<>();
    private boolean taken;

    /** A queue in which so many may wait. */
    public Turns(int mostWaiting) {
        this.mostWaiting = mostWaiting;
    }

    /**
     * Begins {@code work} when all that came before is over: at once, on the caller's thread, or on the one that ended
     * what came before. It returns at once and does not throw.
     *
     * @throws SandboxCapacityException when too many wait
     */
    public void take(Supplier<CompletableFuture<?>> work) {
        synchronized (this) {
            if (taken) {
                if (waiting.size() == mostWaiting) {
                    throw new SandboxCapacityException("too many executions wait for one interpreter: at most "
                            + mostWaiting + "; wait for some of them, or use more sandboxes");
                }
                waiting.add(work);
                return;
            }
            taken = true;
        }
        begin(work);
    }

    private void begin(Supplier<CompletableFuture<?>> first) {
        Supplier<CompletableFuture<?>> work = first;
        // a loop, because many turns that are over at once would be as many frames of a stack
        while (work != null) {
            CompletableFuture<?> begun = work.get();
            if (!begun.isDone()) {
                begun.whenComplete((done, problem) -> {
                    Supplier<CompletableFuture<?>> next = next();
                    if (next != null) {
                        begin(next);
                    }
                });
                return;
            }
            work = next();
        }
    }

    private synchronized Supplier<CompletableFuture<?>> next() {
        Supplier<CompletableFuture<?>> next = waiting.poll();
        taken = next != null;
        return next;
    }
}
