package io.camelsandbox.benchmarks.contest;

import io.camelsandbox.benchmarks.stats.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A contestant that is called in this JVM. */
public abstract class JavaContestant implements Contestant {

    private final String name;

    protected JavaContestant(String name) {
        this.name = name;
    }

    /** Runs the script once, checks its output, and returns when its end is known. For any number of threads. */
    public abstract void runOnce(TinyScript script) throws Exception;

    @Override
    public final String name() {
        return name;
    }

    @Override
    public Sample latencies(TinyScript script, int requests, Duration pause) throws Exception {
        long[] nanos = new long[requests];
        for (int i = 0; i < requests; i++) {
            idle(pause);
            long start = System.nanoTime();
            runOnce(script);
            nanos[i] = System.nanoTime() - start;
        }
        return Sample.of(nanos);
    }

    @Override
    public double runsPerSecond(TinyScript script, int callers, Duration time) throws Exception {
        var ready = new CountDownLatch(callers);
        var begin = new CountDownLatch(1);
        var runs = new AtomicLong();
        var pool = Executors.newFixedThreadPool(callers);
        try {
            List<Future<Long>> ends = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                ends.add(pool.submit(() -> {
                    ready.countDown();
                    begin.await();
                    long end = System.nanoTime() + time.toNanos();
                    while (System.nanoTime() - end < 0) {
                        runOnce(script);
                        runs.incrementAndGet();
                    }
                    return System.nanoTime();
                }));
            }
            ready.await();
            long start = System.nanoTime();
            begin.countDown();
            long last = start;
            for (Future<Long> end : ends) {
                last = Math.max(last, end.get());
            }
            return runs.get() * 1e9 / (last - start);
        } catch (ExecutionException e) {
            throw new IllegalStateException(name + " failed under " + callers + " callers", e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    /** Leaves this thread idle for that long, as the time between two messages does. */
    public static void idle(Duration pause) {
        long end = System.nanoTime() + pause.toNanos();
        for (long left = pause.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
