package io.camelsandbox.benchmarks.measure;

import io.camelsandbox.benchmarks.contest.Contestant;
import io.camelsandbox.benchmarks.contest.Contestants;
import io.camelsandbox.benchmarks.contest.PlainProcess;
import io.camelsandbox.benchmarks.contest.TinyScript;
import io.camelsandbox.benchmarks.report.Row;
import io.camelsandbox.benchmarks.stats.Sample;
import io.camelsandbox.benchmarks.stats.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Single requests after an idle pause: what a caller waits for one script. */
public final class LatencyScenario implements Scenario {

    private static final double[] PERCENTILES = {1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 98, 99};

    private final TinyScript script;
    private final Effort effort;

    public LatencyScenario(TinyScript script, Effort effort) {
        this.script = script;
        this.effort = effort;
    }

    @Override
    public String title() {
        return "latency of " + script.id();
    }

    @Override
    public List<String> rowNames(Contestants contestants) {
        return contestants.everybody().stream().map(this::rowName).toList();
    }

    private String rowName(Contestant contestant) {
        return contestant.name() + "." + script.id() + ".p50";
    }

    @Override
    public List<Row> measure(Contestants contestants, Predicate<String> wanted) throws Exception {
        List<Contestant> taking = contestants.everybody().stream()
                .filter(c -> c.name().equals(PlainProcess.NAME) || wanted.test(rowName(c)))
                .toList();
        Map<String, List<Sample>> samples = Rounds.of(effort.latencyRounds(), taking, contestant -> {
            contestant.latencies(script, Effort.WARM_UP, Effort.PAUSE);
            return contestant.latencies(script, effort.latencyRequests(), Effort.PAUSE);
        });
        List<Sample> plain = samples.get(PlainProcess.NAME);
        var rows = new ArrayList<Row>();
        for (Contestant contestant : taking) {
            rows.add(row(contestant, samples.get(contestant.name()), plain));
        }
        return rows;
    }

    private Row row(Contestant contestant, List<Sample> ours, List<Sample> plain) {
        List<Double> ratios = IntStream.range(0, ours.size())
                .mapToObj(i -> ours.get(i).medianMillis() / plain.get(i).medianMillis())
                .toList();
        Sample all = Sample.pooled(ours);
        var quantiles = new LinkedHashMap<String, Object>();
        for (double percent : PERCENTILES) {
            quantiles.put("p" + (int) percent, all.percentileMillis(percent));
        }
        return Row.named(rowName(contestant))
                .goal(Goals.latency(contestant.name(), script).orElse(null))
                .with("ours", medianOfMedians(ours))
                .with("a", medianOfMedians(plain))
                .with("unit", "ms")
                .with("p90", all.percentileMillis(90))
                .with("p99", all.percentileMillis(99))
                .with("aP90", Sample.pooled(plain).percentileMillis(90))
                .with("aP99", Sample.pooled(plain).percentileMillis(99))
                .with("requests", all.size())
                .with("quantiles", quantiles)
                .ratio(Spread.of(ratios));
    }

    private static double medianOfMedians(List<Sample> samples) {
        return Spread.of(samples.stream().map(Sample::medianMillis).toList()).median();
    }
}
