package io.camelsandbox.benchmarks.measure;

import io.camelsandbox.benchmarks.contest.Contestants;
import io.camelsandbox.benchmarks.contest.JavaContestant;
import io.camelsandbox.benchmarks.contest.PlainProcess;
import io.camelsandbox.benchmarks.contest.TinyScript;
import io.camelsandbox.benchmarks.report.Row;
import io.camelsandbox.benchmarks.stats.Spread;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.Isolation;
import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.engine.SandboxEngineProvider;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.Sandboxes;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A command in a sandbox that lives already, and the same command started by {@link ProcessBuilder}, not isolated. */
public final class LiveExecScenario implements Scenario {

    private static final String NAME = "exec.shell.p50";
    private static final int PATIENCE_SECONDS = 30;

    private final Effort effort;

    public LiveExecScenario(Effort effort) {
        this.effort = effort;
    }

    @Override
    public String title() {
        return "a command in a live sandbox";
    }

    @Override
    public List<String> rowNames(Contestants contestants) {
        return List.of(NAME);
    }

    @Override
    public List<Row> measure(Contestants contestants, Predicate<String> wanted) throws Exception {
        List<String> command =
                List.of(contestants.interpreters().get(TinyScript.SHELL).toString(), "-c", TinyScript.SHELL.code());
        var ours = new ArrayList<Double>();
        var plain = new ArrayList<Double>();
        try (SandboxEngine engine = started();
                Sandboxes sandboxes = Sandboxes.on(engine);
                Sandbox sandbox = sandboxes.run("sleep", "3600").get(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            sandbox.waitUntilRunning().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            for (int round = 0; round < effort.latencyRounds(); round++) {
                JavaContestant.idle(Effort.SETTLE);
                plain.add(Turns.medianMillis(effort.latencyRequests(), () -> check(read(command))));
                JavaContestant.idle(Effort.SETTLE);
                ours.add(Turns.medianMillis(effort.latencyRequests(), () -> check(exec(sandbox, command))));
            }
        }
        var ratios = new ArrayList<Double>();
        for (int round = 0; round < ours.size(); round++) {
            ratios.add(ours.get(round) / plain.get(round));
        }
        return List.of(Row.named(NAME)
                .goal(Goals.EXEC)
                .with("ours", Spread.of(ours).median())
                .with("a", Spread.of(plain).median())
                .with("unit", "ms")
                .ratio(Spread.of(ratios)));
    }

    private static SandboxEngine started() {
        var settings = new EngineSettings(Isolation.REQUIRED, Set.of(), Map.of());
        SandboxEngine engine = ServiceLoader.load(SandboxEngineProvider.class)
                .findFirst()
                .orElseThrow()
                .create(settings);
        engine.start();
        return engine;
    }

    private static String exec(Sandbox sandbox, List<String> command) throws Exception {
        return sandbox.exec(command.toArray(String[]::new))
                .result()
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .stdout()
                .text();
    }

    private static String read(List<String> command) throws Exception {
        Process process = PlainProcess.start(command);
        try (InputStream output = process.getInputStream()) {
            String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return text;
        }
    }

    private static void check(String output) {
        TinyScript.SHELL.check(NAME, output);
    }
}
