package io.camelsandbox.sandbox;

import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of one {@link Sandboxes}; daemons, none while nothing happens but the clock's. */
final class BackgroundThreads implements AutoCloseable {

    private static final int IDLE_SECONDS = 30;

    private final ThreadPoolExecutor own;
    private final ScheduledThreadPoolExecutor timer;
    private final Background background;

    BackgroundThreads(Optional<Executor> callers) {
        own = callers.isPresent()
                ? null
                // as many as there are callers that block: a bound would let some wait for others
                : new ThreadPoolExecutor(
                        0,
                        Integer.MAX_VALUE,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new SynchronousQueue<>(),
                        named("calls"),
                        // an engine may report after the close: who still waits for that is told
                        (task, pool) -> named("late").newThread(task).start());
        timer = new ScheduledThreadPoolExecutor(1, named("clock"), new ThreadPoolExecutor.DiscardPolicy());
        timer.setRemoveOnCancelPolicy(true);
        background = new Background(callers.orElse(own), timer);
    }

    Background background() {
        return background;
    }

    @Override
    public void close() {
        timer.shutdownNow();
        if (own != null) {
            own.shutdown();
        }
    }

    private static ThreadFactory named(String what) {
        var count = new AtomicInteger();
        return task -> {
            var thread = new Thread(task, "sandbox-" + what + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
