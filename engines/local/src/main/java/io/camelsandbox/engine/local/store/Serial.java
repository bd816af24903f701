package io.camelsandbox.engine.local.store;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs one piece of work again for each time it was asked to, never twice at once; several calls may be one run. */
final class Serial {

    private final Executor executor;
    private final Runnable work;
    private final AtomicInteger asked = new AtomicInteger();

    Serial(Executor executor, Runnable work) {
        this.executor = executor;
        this.work = work;
    }

    /** Asks for a run that begins after now. */
    void run() {
        if (asked.getAndIncrement() == 0) {
            try {
                executor.execute(this::drain);
            } catch (RejectedExecutionException e) {
                // the engine is closing: nobody reads any more
                asked.set(0);
            }
        }
    }

    private void drain() {
        int done;
        do {
            done = asked.get();
            work.run();
        } while (asked.addAndGet(-done) != 0);
    }
}
