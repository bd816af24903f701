package io.camelsandbox.benchmarks.stats;

import java.util.Arrays;
import java.util.Collection;
import java.util.stream.LongStream;

/** Durations that were measured, in nanoseconds. Immutable; never empty. */
public final class Sample {

    private static final double NANOS_PER_MILLI = 1e6;

    private final long[] sorted;

    private Sample(long[] sorted) {
        if (sorted.length == 0) {
            throw new IllegalArgumentException("a sample needs at least one duration");
        }
        this.sorted = sorted;
    }

    /** A sample of {@code nanos}, which may come in any order and are copied. */
    public static Sample of(long... nanos) {
        long[] copy = nanos.clone();
        Arrays.sort(copy);
        return new Sample(copy);
    }

    /** All durations of {@code samples} as one sample. */
    public static Sample pooled(Collection<Sample> samples) {
        long[] all = samples.stream()
                .flatMapToLong(s -> LongStream.of(s.sorted))
                .sorted()
                .toArray();
        return new Sample(all);
    }

    /**
     * The smallest duration that at least {@code percent} per cent of the sample do not exceed, in milliseconds.
     *
     * @param percent above 0, up to 100
     */
    public double percentileMillis(double percent) {
        if (!(percent > 0 && percent <= 100)) {
            throw new IllegalArgumentException("a percentile is above 0 and at most 100, not " + percent);
        }
        int rank = (int) Math.ceil(percent / 100 * sorted.length);
        return sorted[Math.max(rank, 1) - 1] / NANOS_PER_MILLI;
    }

    /** The 50th percentile in milliseconds. */
    public double medianMillis() {
        return percentileMillis(50);
    }

    public int size() {
        return sorted.length;
    }
}
