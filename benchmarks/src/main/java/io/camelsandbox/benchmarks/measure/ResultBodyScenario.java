package io.camelsandbox.benchmarks.measure;

import io.camelsandbox.benchmarks.contest.Contestants;
import io.camelsandbox.benchmarks.contest.JavaContestant;
import io.camelsandbox.benchmarks.contest.PlainProcess;
import io.camelsandbox.benchmarks.contest.SandboxRoutes;
import io.camelsandbox.benchmarks.contest.TinyScript;
import io.camelsandbox.benchmarks.report.Row;
import io.camelsandbox.benchmarks.stats.Spread;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** A result of 1 MiB that becomes a message's body, and the same read by a plain Java reader. */
public final class ResultBodyScenario implements Scenario {

    private static final String NAME = "output.1MiB";
    private static final int BYTES = 1 << 20;
    private static final String CODE = "head -c " + BYTES + " /dev/zero\n";
    private static final int REQUESTS = 20;

    private final Effort effort;

    public ResultBodyScenario(Effort effort) {
        this.effort = effort;
    }

    @Override
    public String title() {
        return "a result of 1 MiB";
    }

    @Override
    public List<String> rowNames(Contestants contestants) {
        return List.of(NAME);
    }

    @Override
    public List<Row> measure(Contestants contestants, Predicate<String> wanted) throws Exception {
        List<String> command =
                List.of(contestants.interpreters().get(TinyScript.SHELL).toString(), "-c", CODE);
        var ours = new ArrayList<Double>();
        var plain = new ArrayList<Double>();
        try (var routes = SandboxRoutes.start(Map.of(), "")) {
            for (int round = 0; round < effort.outputRounds(); round++) {
                JavaContestant.idle(Effort.SETTLE);
                plain.add(Turns.medianMillis(REQUESTS, () -> checkLength(read(command))));
                JavaContestant.idle(Effort.SETTLE);
                ours.add(Turns.medianMillis(REQUESTS, () -> checkLength(routes.bytes(TinyScript.SHELL, CODE))));
            }
        }
        return List.of(Row.named(NAME)
                .goal(Goals.OUTPUT)
                .with("ours", Spread.of(ours).median())
                .with("a", Spread.of(plain).median())
                .with("unit", "ms")
                .with("of", "a's time / our time, start of the shell included on both sides")
                .ratio(Turns.speed(ours, plain)));
    }

    private static byte[] read(List<String> command) throws Exception {
        Process process = PlainProcess.start(command);
        try (InputStream output = process.getInputStream()) {
            byte[] bytes = output.readAllBytes();
            process.waitFor();
            return bytes;
        }
    }

    private static void checkLength(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalStateException("1 MiB was written and " + bytes.length + " bytes came back");
        }
    }
}
