package io.camelsandbox.benchmarks.measure;

import io.camelsandbox.benchmarks.contest.Contestant;
import io.camelsandbox.benchmarks.contest.Contestants;
import io.camelsandbox.benchmarks.contest.PlainProcess;
import io.camelsandbox.benchmarks.contest.RouteContestant;
import io.camelsandbox.benchmarks.contest.TinyScript;
import io.camelsandbox.benchmarks.report.Row;
import io.camelsandbox.benchmarks.stats.Spread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Runs a second when several callers ask without a pause. */
public final class SustainedScenario implements Scenario {

    private static final Duration WARM_UP = Duration.ofMillis(500);

    private final TinyScript script;
    private final int callers;
    private final Effort effort;

    public SustainedScenario(TinyScript script, int callers, Effort effort) {
        this.script = script;
        this.callers = callers;
        this.effort = effort;
    }

    @Override
    public String title() {
        return "throughput of " + script.id() + " with " + callers + " callers";
    }

    @Override
    public List<String> rowNames(Contestants contestants) {
        return contestants.ofLoad().stream().map(this::rowName).toList();
    }

    private String rowName(Contestant contestant) {
        String prefix = contestant.name().equals(RouteContestant.WARM) ? "" : contestant.name() + ".";
        return prefix + "sustained." + script.id() + "." + callers;
    }

    @Override
    public List<Row> measure(Contestants contestants, Predicate<String> wanted) throws Exception {
        List<Contestant> taking = contestants.ofLoad().stream()
                .filter(c -> c.name().equals(PlainProcess.NAME) || wanted.test(rowName(c)))
                .toList();
        Map<String, List<Double>> rates = Rounds.of(effort.loadRounds(), taking, contestant -> {
            contestant.runsPerSecond(script, callers, WARM_UP);
            return contestant.runsPerSecond(script, callers, effort.loadTime());
        });
        List<Double> plain = rates.get(PlainProcess.NAME);
        var rows = new ArrayList<Row>();
        for (Contestant contestant : taking) {
            List<Double> ours = rates.get(contestant.name());
            List<Double> ratios = IntStream.range(0, ours.size())
                    .mapToObj(i -> ours.get(i) / plain.get(i))
                    .toList();
            rows.add(Row.named(rowName(contestant))
                    .goal(Goals.sustained(contestant.name(), script).orElse(null))
                    .with("ours", Spread.of(ours).median())
                    .with("a", Spread.of(plain).median())
                    .with("unit", "runs/s")
                    .ratio(Spread.of(ratios)));
        }
        return rows;
    }
}
