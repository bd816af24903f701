package io.camelsandbox.benchmarks.measure;

import io.camelsandbox.benchmarks.contest.JavaContestant;
import io.camelsandbox.benchmarks.stats.Sample;
import io.camelsandbox.benchmarks.stats.Spread;
import java.util.List;
import java.util.stream.IntStream;

/** Small helpers of scenarios that take their own turns. */
final class Turns {

    private Turns() {}

    interface Action {
        void run() throws Exception;
    }

    /** The time that {@code action} takes. */
    static long nanos(Action action) throws Exception {
        long start = System.nanoTime();
        action.run();
        return System.nanoTime() - start;
    }

    /** The median of some times, each after an idle pause; a few that warm up are not counted. */
    static double medianMillis(int requests, Action action) throws Exception {
        long[] nanos = new long[requests];
        for (int i = -Effort.WARM_UP; i < requests; i++) {
            JavaContestant.idle(Effort.PAUSE);
            long time = nanos(action);
            if (i >= 0) {
                nanos[i] = time;
            }
        }
        return Sample.of(nanos).medianMillis();
    }

    /** How fast we are, as a multiple of the plain way's speed, by round. */
    static Spread speed(List<Double> ourTimes, List<Double> plainTimes) {
        return Spread.of(IntStream.range(0, ourTimes.size())
                .mapToObj(i -> plainTimes.get(i) / ourTimes.get(i))
                .toList());
    }
}
