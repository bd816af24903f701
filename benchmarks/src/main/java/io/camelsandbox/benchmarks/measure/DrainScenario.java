package io.camelsandbox.benchmarks.measure;

import io.camelsandbox.benchmarks.contest.Contestants;
import io.camelsandbox.benchmarks.contest.JavaContestant;
import io.camelsandbox.benchmarks.contest.PlainProcess;
import io.camelsandbox.benchmarks.contest.SandboxRoutes;
import io.camelsandbox.benchmarks.contest.TinyScript;
import io.camelsandbox.benchmarks.report.Row;
import io.camelsandbox.benchmarks.stats.Spread;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.camel.Exchange;

/** 1 GiB of output of which 1 MiB is kept, and a plain Java reader that keeps as much of the same pipe. */
public final class DrainScenario implements Scenario {

    private static final String SPEED = "output.1GiB";
    private static final String HEAP = "output.1GiB.heap";
    private static final String ALL_CORES = "output.1GiB.allCores";
    private static final int CAP = 1 << 20;
    private static final long BYTES = 1L << 30;
    private static final String CODE = "exec dd if=/dev/zero bs=64k count=16384 status=none\n";
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
    private static final double MIB = 1 << 20;

    private final Effort effort;

    public DrainScenario(Effort effort) {
        this.effort = effort;
    }

    @Override
    public String title() {
        return "1 GiB of output";
    }

    @Override
    public List<String> rowNames(Contestants contestants) {
        return List.of(SPEED, ALL_CORES, HEAP);
    }

    @Override
    public List<Row> measure(Contestants contestants, Predicate<String> wanted) throws Exception {
        List<String> command =
                List.of(contestants.interpreters().get(TinyScript.SHELL).toString(), "-c", CODE);
        int cores = Runtime.getRuntime().availableProcessors();
        var rows = new ArrayList<Row>();
        try (var routes = SandboxRoutes.start(Map.of(), "timeout=60s");
                var wide = SandboxRoutes.start(Map.of(), "timeout=60s&cpu=" + cores)) {
            var plain = new ArrayList<Double>();
            var ours = new ArrayList<Double>();
            var oursWide = new ArrayList<Double>();
            for (int round = 0; round < effort.outputRounds(); round++) {
                JavaContestant.idle(Effort.SETTLE);
                plain.add(Turns.nanos(() -> read(command)) / 1e6);
                JavaContestant.idle(Effort.SETTLE);
                ours.add(Turns.nanos(() -> drain(routes)) / 1e6);
                JavaContestant.idle(Effort.SETTLE);
                oursWide.add(Turns.nanos(() -> drain(wide)) / 1e6);
            }
            rows.add(speed(SPEED, ours, plain).goal(Goals.OUTPUT).ratio(Turns.speed(ours, plain)));
            rows.add(speed(ALL_CORES, oursWide, plain)
                    .with("of", "a's time / our time, with the limit of one processor raised to all")
                    .ratio(Turns.speed(oursWide, plain)));
            if (wanted.test(HEAP)) {
                rows.add(heap(routes));
            }
        }
        return rows;
    }

    private static Row.Builder speed(String name, List<Double> ours, List<Double> plain) {
        return Row.named(name)
                .with("ours", Spread.of(ours).median())
                .with("a", Spread.of(plain).median())
                .with("unit", "ms");
    }

    private static Row heap(SandboxRoutes routes) {
        long before = Memory.liveHeap();
        var answer = routes.send(TinyScript.SHELL, CODE);
        long most = before;
        while (!answer.isDone()) {
            JavaContestant.idle(BETWEEN_LOOKS);
            most = Math.max(most, Memory.liveHeap());
        }
        check(answer.join());
        most = Math.max(most, Memory.liveHeap());
        return Row.named(HEAP)
                .goal(Goals.DRAIN_HEAP)
                .with("unit", "MiB")
                .with("of", "growth of the live heap, looked at every 50 ms")
                .ratio((most - before) / MIB);
    }

    private static void drain(SandboxRoutes routes) {
        check(routes.exchange(TinyScript.SHELL, CODE));
    }

    private static void check(Exchange exchange) {
        byte[] kept = exchange.getException() == null ? exchange.getMessage().getBody(byte[].class) : null;
        if (kept == null || kept.length != CAP) {
            throw new IllegalStateException("1 GiB was not cut at 1 MiB", exchange.getException());
        }
    }

    // What a careful Java program does: one buffer of the pipe's size, the first MiB kept, the rest counted.
    private static void read(List<String> command) throws Exception {
        Process process = PlainProcess.start(command);
        byte[] kept = new byte[CAP];
        byte[] buffer = new byte[64 << 10];
        long total = 0;
        try (InputStream output = process.getInputStream()) {
            for (int n = output.read(buffer); n >= 0; n = output.read(buffer)) {
                int room = (int) Math.min(n, Math.max(0, CAP - total));
                if (room > 0) {
                    System.arraycopy(buffer, 0, kept, (int) total, room);
                }
                total += n;
            }
        }
        process.waitFor();
        if (total != BYTES) {
            throw new IllegalStateException("1 GiB was written and " + total + " bytes came");
        }
    }
}
