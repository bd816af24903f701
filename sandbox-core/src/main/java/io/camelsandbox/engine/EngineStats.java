package io.camelsandbox.engine;

import java.time.Duration;
import java.util.Objects;

/**
 * What an engine has counted since its start, seen at one moment. The counts are each right, and not all of the same
 * instant.
 *
 * @param liveRuns one-shot executions that have no result yet
 * @param spares   sandboxes that are started ahead of their executions
 * @param reaping  the time between a result and the moment when nothing of its sandbox is left
 */
public record EngineStats(int liveRuns, Spares spares, Reaping reaping) {

    public EngineStats {
        Objects.requireNonNull(spares);
        Objects.requireNonNull(reaping);
    }

    /**
     * Sandboxes that are started ahead of their executions.
     *
     * @param ready    those that wait for an execution now
     * @param hits     executions that found one with all they need started in it
     * @param bareHits executions that found one in which their interpreter had still to start
     * @param misses   executions that found none
     * @param refills  how often one became ready
     * @param failures how often one could not be started, or ended before it had an execution
     */
    public record Spares(int ready, long hits, long bareHits, long misses, long refills, long failures) {

        /** Of an engine that starts nothing ahead. */
        public static final Spares NONE = new Spares(0, 0, 0, 0, 0, 0);
    }

    /**
     * The time between a result and the moment when nothing of its sandbox is left.
     *
     * @param pending sandboxes that are still there although their result is
     * @param count   how many have gone
     * @param mean    the mean time of those
     * @param max     the longest time of those
     */
    public record Reaping(int pending, long count, Duration mean, Duration max) {

        /** Of an engine whose results come last. */
        public static final Reaping NONE = new Reaping(0, 0, Duration.ZERO, Duration.ZERO);

        public Reaping {
            Objects.requireNonNull(mean);
            Objects.requireNonNull(max);
        }
    }
}
