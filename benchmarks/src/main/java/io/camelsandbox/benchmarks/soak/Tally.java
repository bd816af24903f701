package io.camelsandbox.benchmarks.soak;

import io.camelsandbox.benchmarks.stats.Sample;
import java.util.Arrays;

/** Answers as they come in. Safe for any number of threads. */
final class Tally {

    /**
     * The answers of some time.
     *
     * @param latencies of the usual ones; null when there were none
     * @param answers   of all kinds
     * @param wrong     how many were not as they must be
     */
    record Answers(Sample latencies, long answers, long wrong) {}

    private long[] nanos = new long[1_024];
    private int size;
    private long answers;
    private long wrong;

    /** A usual run was answered, so long after it was due. */
    synchronized void usual(long latency) {
        if (size == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * size);
        }
        nanos[size] = latency;
        size++;
        answers++;
    }

    /** An odd run was answered. */
    synchronized void odd() {
        answers++;
    }

    /** A run had no result, or another than it must have. */
    synchronized void wrong() {
        answers++;
        wrong++;
    }

    /** What came in since the last time. */
    synchronized Answers drain() {
        var drained = new Answers(size == 0 ? null : Sample.of(Arrays.copyOf(nanos, size)), answers, wrong);
        size = 0;
        answers = 0;
        wrong = 0;
        return drained;
    }
}
