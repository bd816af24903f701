package io.camelsandbox.benchmarks.measure;

import java.time.Duration;

/**
 * How much is measured.
 *
 * @param latencyRounds    rounds of single requests
 * @param latencyRequests  requests of each contestant in each of them
 * @param loadRounds       rounds under several callers
 * @param loadTime         how long each of them loads
 * @param outputRounds     rounds of large outputs
 */
public record Effort(int latencyRounds, int latencyRequests, int loadRounds, Duration loadTime, int outputRounds) {

    /** Under ten minutes on two cores. */
    public static final Effort QUICK = new Effort(5, 25, 3, Duration.ofSeconds(2), 3);

    /** About half an hour. */
    public static final Effort FULL = new Effort(11, 60, 7, Duration.ofSeconds(4), 7);

    /** Idle time before each single request, as real traffic has it. */
    public static final Duration PAUSE = Duration.ofMillis(15);

    /** Idle time when the turn goes to the next contestant: what the one before left to do is not its successor's. */
    public static final Duration SETTLE = Duration.ofMillis(600);

    /** Requests of each turn that are not counted. */
    public static final int WARM_UP = 5;
}
