package io.camelsandbox.benchmarks.measure;

import io.camelsandbox.benchmarks.contest.Contestants;
import io.camelsandbox.benchmarks.contest.JavaContestant;
import io.camelsandbox.benchmarks.contest.RouteContestant;
import io.camelsandbox.benchmarks.contest.TinyScript;
import io.camelsandbox.benchmarks.report.Row;
import io.camelsandbox.benchmarks.stats.Sample;
import io.camelsandbox.benchmarks.stats.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Where a request's time goes: how much of it lies between the code being handed to the program and the program's end.
 * The rest is making the sandbox, where none was ready, and the way there and back.
 */
public final class InsideScenario implements Scenario {

    private static final List<String> CONTESTANTS =
            List.of(RouteContestant.SCRATCH, RouteContestant.COLD, RouteContestant.WARM);

    private final TinyScript script;
    private final Effort effort;

    public InsideScenario(TinyScript script, Effort effort) {
        this.script = script;
        this.effort = effort;
    }

    @Override
    public String title() {
        return "time inside the sandbox, " + script.id();
    }

    @Override
    public List<String> rowNames(Contestants contestants) {
        return CONTESTANTS.stream().map(this::rowName).toList();
    }

    private String rowName(String contestant) {
        return "inside." + contestant + "." + script.id();
    }

    @Override
    public List<Row> measure(Contestants contestants, Predicate<String> wanted) throws Exception {
        var rows = new ArrayList<Row>();
        for (String name : CONTESTANTS) {
            if (wanted.test(rowName(name))) {
                JavaContestant.idle(Effort.SETTLE);
                rows.add(row(name, (RouteContestant) contestants.find(name).orElseThrow()));
            }
        }
        return rows;
    }

    private Row row(String name, RouteContestant contestant) {
        int requests = effort.latencyRequests() * 2;
        long[] total = new long[requests];
        long[] inside = new long[requests];
        var shares = new ArrayList<Double>();
        for (int i = -Effort.WARM_UP; i < requests; i++) {
            JavaContestant.idle(Effort.PAUSE);
            long start = System.nanoTime();
            long in = contestant.insideNanos(script);
            long all = System.nanoTime() - start;
            if (i >= 0) {
                total[i] = all;
                inside[i] = in;
                shares.add(in / (double) all);
            }
        }
        return Row.named(rowName(name))
                .with("ours", Sample.of(total).medianMillis())
                .with("inside", Sample.of(inside).medianMillis())
                .with("unit", "ms")
                .with("of", "the time inside the sandbox / the whole time")
                .ratio(Spread.of(shares).median());
    }
}
