package io.camelsandbox.engine.local;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The engine's threads beside the loop's; their number does not grow with the number of executions. */
final class Threads implements AutoCloseable {

    private static final int COMPLETIONS = 2;
    private static final int STORAGE = 4;
    private static final int READERS = 16;
    private static final long IDLE_SECONDS = 10;
    private static final long CLOSE_PATIENCE_SECONDS = 5;

    private final ExecutorService completions = pool("completion", COMPLETIONS);
    private final ExecutorService storage = pool("storage", STORAGE);
    private final ExecutorService readers = pool("stdin", READERS);
    private final ExecutorService closer = pool("stdin-close", 1);

    private static ExecutorService pool(String name, int size) {
        var number = new AtomicInteger();
        ThreadFactory factory = task -> {
            var thread = new Thread(task, "camel-sandbox-" + name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
        var pool = new ThreadPoolExecutor(
                size, size, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Completes futures and does small work with files. */
    Executor completions() {
        return completions;
    }

    /** May be blocked by the disk. */
    Executor storage() {
        return storage;
    }

    /** May be blocked by sources of standard input. */
    Executor readers() {
        return readers;
    }

    /** Closes sources of standard input. */
    Executor closer() {
        return closer;
    }

    /** Lets what was begun end, but for reads that block. */
    @Override
    public void close() {
        closer.shutdown();
        readers.shutdownNow();
        completions.shutdown();
        storage.shutdown();
        try {
            completions.awaitTermination(CLOSE_PATIENCE_SECONDS, TimeUnit.SECONDS);
            storage.awaitTermination(CLOSE_PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
