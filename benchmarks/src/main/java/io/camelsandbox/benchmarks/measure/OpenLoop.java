package io.camelsandbox.benchmarks.measure;

import io.camelsandbox.benchmarks.contest.JavaContestant;
import io.camelsandbox.benchmarks.contest.TinyScript;
import io.camelsandbox.benchmarks.stats.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;

/** Sends requests when they are due, whatever became of those before. */
final class OpenLoop {

    private static final int THREADS = 64;
    private static final Duration WARM_UP = Duration.ofMillis(500);

    private final JavaContestant contestant;
    private final TinyScript script;

    OpenLoop(JavaContestant contestant, TinyScript script) {
        this.contestant = contestant;
        this.script = script;
    }

    /**
     * The times of all requests, each counted from when it was due; the first half second is not counted.
     *
     * @param gaps the seconds from one request to the next
     */
    Sample latencies(Duration time, DoubleSupplier gaps) throws Exception {
        var pool = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Long>> answers = new ArrayList<>();
            long start = System.nanoTime();
            long end = start + WARM_UP.toNanos() + time.toNanos();
            for (long due = start; due - end < 0; due += (long) (gaps.getAsDouble() * 1e9)) {
                long intended = due;
                JavaContestant.idle(Duration.ofNanos(due - System.nanoTime()));
                Future<Long> answer = pool.submit(() -> {
                    contestant.runOnce(script);
                    return System.nanoTime() - intended;
                });
                if (due - start >= WARM_UP.toNanos()) {
                    answers.add(answer);
                }
            }
            long[] nanos = new long[answers.size()];
            for (int i = 0; i < nanos.length; i++) {
                nanos[i] = answers.get(i).get(1, TimeUnit.MINUTES);
            }
            return Sample.of(nanos);
        } finally {
            pool.shutdownNow();
        }
    }
}
