package io.camelsandbox.benchmarks.measure;

import io.camelsandbox.benchmarks.contest.Contestants;
import io.camelsandbox.benchmarks.contest.JavaContestant;
import io.camelsandbox.benchmarks.contest.RouteContestant;
import io.camelsandbox.benchmarks.contest.TinyScript;
import io.camelsandbox.benchmarks.report.Goal;
import io.camelsandbox.benchmarks.report.Row;
import io.camelsandbox.benchmarks.stats.Sample;
import io.camelsandbox.benchmarks.stats.Spread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;

/**
 * The tail of warm runs while half of what the machine can do is asked for. A request's time counts from when it was to
 * be sent, so a slow run is charged for what it holds up.
 */
public final class TailScenario implements Scenario {

    private static final int CALLERS = 4;
    private static final Duration CALIBRATION = Duration.ofSeconds(2);
    private static final long SEED = 20_240_229;

    private final TinyScript script;
    private final Effort effort;

    public TailScenario(TinyScript script, Effort effort) {
        this.script = script;
        this.effort = effort;
    }

    @Override
    public String title() {
        return "tail of " + script.id() + " at half load";
    }

    @Override
    public List<String> rowNames(Contestants contestants) {
        return List.of("tail." + script.id(), "tail.bursty." + script.id());
    }

    @Override
    public List<Row> measure(Contestants contestants, Predicate<String> wanted) throws Exception {
        var warm = (JavaContestant) contestants.find(RouteContestant.WARM).orElseThrow();
        warm.runsPerSecond(script, CALLERS, CALIBRATION);
        double rate = warm.runsPerSecond(script, CALLERS, CALIBRATION) / 2;
        var rows = new ArrayList<Row>();
        for (String name : rowNames(contestants)) {
            if (wanted.test(name)) {
                boolean bursty = name.contains("bursty");
                var random = new Random(SEED);
                rows.add(row(
                        name,
                        warm,
                        rate,
                        bursty ? null : Goals.TAIL,
                        bursty ? () -> -Math.log(1 - random.nextDouble()) / rate : () -> 1 / rate));
            }
        }
        return rows;
    }

    private Row row(String name, JavaContestant warm, double rate, Goal goal, DoubleSupplier gaps) throws Exception {
        var samples = new ArrayList<Sample>();
        for (int round = 0; round < effort.loadRounds(); round++) {
            JavaContestant.idle(Effort.SETTLE);
            samples.add(new OpenLoop(warm, script).latencies(effort.loadTime().multipliedBy(2), gaps));
        }
        List<Double> ratios = samples.stream()
                .map(s -> s.percentileMillis(99) / s.medianMillis())
                .toList();
        Sample all = Sample.pooled(samples);
        return Row.named(name)
                .goal(goal)
                .with("unit", "p99/p50")
                .with("p50", all.medianMillis())
                .with("p90", all.percentileMillis(90))
                .with("p99", all.percentileMillis(99))
                .with("requestsPerSecond", rate)
                .with("requests", all.size())
                .ratio(Spread.of(ratios));
    }
}
