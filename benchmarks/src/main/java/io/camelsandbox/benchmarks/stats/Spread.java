package io.camelsandbox.benchmarks.stats;

import java.util.Collection;

/**
 * One figure over several rounds.
 *
 * @param median  the middle round, or the mean of the two middle ones
 * @param lowest  the lowest round
 * @param highest the highest round
 * @param rounds  how many there were
 */
public record Spread(double median, double lowest, double highest, int rounds) {

    /** The spread of one value for each round; at least one. */
    public static Spread of(Collection<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("a spread needs at least one round");
        }
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(median, sorted[0], sorted[sorted.length - 1], sorted.length);
    }
}
