package io.camelsandbox.benchmarks.measure;

import io.camelsandbox.benchmarks.contest.RouteContestant;
import io.camelsandbox.benchmarks.contest.TinyScript;
import io.camelsandbox.benchmarks.report.Goal;
import java.util.Map;
import java.util.Optional;

/** What we want to reach; ratios to A unless said otherwise. */
final class Goals {

    private static final Map<TinyScript, Goal> COLD = Map.of(
            TinyScript.PYTHON, Goal.atMost(1.5), TinyScript.JS, Goal.atMost(1.25), TinyScript.SHELL, Goal.atMost(3.0));
    private static final Map<TinyScript, Goal> WARM = Map.of(
            TinyScript.PYTHON,
            Goal.atMost(0.15),
            TinyScript.JS,
            Goal.atMost(0.12),
            TinyScript.SHELL,
            Goal.atMost(0.95));
    private static final Map<TinyScript, Goal> SUSTAINED = Map.of(
            TinyScript.PYTHON,
            Goal.atLeast(0.7),
            TinyScript.JS,
            Goal.atLeast(0.7),
            TinyScript.SHELL,
            Goal.atLeast(0.25));

    /** The 99th percentile of warm runs at half load, as a multiple of the 50th. */
    static final Goal TAIL = Goal.atMost(4);

    /** Speed, as a multiple of a bare reader's. */
    static final Goal OUTPUT = Goal.atLeast(0.8);

    /** A command in a live sandbox, as a multiple of a plain start. */
    static final Goal EXEC = Goal.atMost(1);

    /** MiB that the live heap grows by while 1 GiB is drained. */
    static final Goal DRAIN_HEAP = Goal.atMost(4);

    /** Threads of this JVM for each of many runs at once. */
    static final Goal THREADS = Goal.atMost(2);

    /** KiB of this JVM's memory for each of many runs at once. */
    static final Goal MEMORY = Goal.atMost(200);

    private Goals() {}

    static Optional<Goal> latency(String contestant, TinyScript script) {
        return switch (contestant) {
            case RouteContestant.COLD -> Optional.of(COLD.get(script));
            case RouteContestant.WARM -> Optional.of(WARM.get(script));
            default -> Optional.empty();
        };
    }

    static Optional<Goal> sustained(String contestant, TinyScript script) {
        return contestant.equals(RouteContestant.WARM) ? Optional.of(SUSTAINED.get(script)) : Optional.empty();
    }
}
