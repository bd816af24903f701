package io.camelsandbox.benchmarks;

import io.camelsandbox.benchmarks.contest.Contestants;
import io.camelsandbox.benchmarks.contest.TinyScript;
import io.camelsandbox.benchmarks.measure.DrainScenario;
import io.camelsandbox.benchmarks.measure.Effort;
import io.camelsandbox.benchmarks.measure.InsideScenario;
import io.camelsandbox.benchmarks.measure.LatencyScenario;
import io.camelsandbox.benchmarks.measure.LiveExecScenario;
import io.camelsandbox.benchmarks.measure.ManyRunsScenario;
import io.camelsandbox.benchmarks.measure.ResultBodyScenario;
import io.camelsandbox.benchmarks.measure.Scenario;
import io.camelsandbox.benchmarks.measure.SustainedScenario;
import io.camelsandbox.benchmarks.measure.TailScenario;
import io.camelsandbox.benchmarks.report.Figures;
import io.camelsandbox.benchmarks.report.JsonLines;
import io.camelsandbox.benchmarks.report.Machine;
import io.camelsandbox.benchmarks.report.MarkdownReport;
import io.camelsandbox.benchmarks.report.Row;
import io.camelsandbox.benchmarks.report.TextTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Measures everybody side by side, prints a table, and writes the page and the JSON lines. */
public final class Main {

    private static final int USAGE_ERROR = 2;
    private static final List<Integer> CALLERS = List.of(4, 8);

    private final BenchOptions options;
    private final List<String> notes = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();

    private Main(BenchOptions options) {
        this.options = options;
    }

    /** The options are those of {@code ./run bench}. */
    public static void main(String[] args) throws Exception {
        BenchOptions options;
        try {
            options = BenchOptions.parse(args);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(USAGE_ERROR);
            return;
        }
        new Main(options).run();
    }

    private void run() throws Exception {
        Path folder = Files.createTempDirectory("benchmark-");
        Machine machine;
        try (Contestants contestants = Contestants.start(options.others(), folder)) {
            machine = Machine.look(programs(contestants));
            notes.addAll(contestants.notes());
            if (machine.wasBusy()) {
                notes.add("others kept the machine busy when this began: the figures are not to be relied on");
            }
            notes.forEach(Main::say);
            for (Scenario scenario : scenarios(options.effort())) {
                measure(scenario, contestants);
            }
        } finally {
            delete(folder);
        }
        System.out.println();
        System.out.print(TextTable.plain(rows));
        write(machine);
    }

    private void measure(Scenario scenario, Contestants contestants) throws InterruptedException {
        if (scenario.rowNames(contestants).stream().noneMatch(options::wants)) {
            return;
        }
        say(scenario.title());
        try {
            scenario.measure(contestants, options::wants).stream()
                    .filter(row -> options.wants(row.name()))
                    .forEach(rows::add);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            notes.add(scenario.title() + " was not measured: " + e);
            say(notes.get(notes.size() - 1));
        }
    }

    private static List<Scenario> scenarios(Effort effort) {
        var scenarios = new ArrayList<Scenario>();
        for (TinyScript script : TinyScript.values()) {
            scenarios.add(new LatencyScenario(script, effort));
        }
        for (TinyScript script : TinyScript.values()) {
            CALLERS.forEach(callers -> scenarios.add(new SustainedScenario(script, callers, effort)));
        }
        for (TinyScript script : TinyScript.values()) {
            scenarios.add(new TailScenario(script, effort));
            scenarios.add(new InsideScenario(script, effort));
        }
        scenarios.add(new LiveExecScenario(effort));
        scenarios.add(new ResultBodyScenario(effort));
        scenarios.add(new DrainScenario(effort));
        scenarios.add(new ManyRunsScenario());
        return scenarios;
    }

    private void write(Machine machine) throws IOException {
        if (options.json().isPresent()) {
            JsonLines.write(rows, options.json().get());
        }
        if (options.docs().isPresent() && options.only().isEmpty()) {
            Path docs = options.docs().get();
            Map<String, Row> byName = rows.stream()
                    .collect(Collectors.toMap(Row::name, Function.identity(), (a, b) -> b, LinkedHashMap::new));
            List<Figures.Figure> figures = new Figures(byName, docs.resolve("img")).draw();
            String effort = options.effort().equals(Effort.QUICK) ? "quick" : "full";
            MarkdownReport.write(
                    docs.resolve("performance.md"), MarkdownReport.measured(machine, effort, rows, notes, figures));
        }
    }

    private static Map<String, Path> programs(Contestants contestants) {
        var programs = new LinkedHashMap<String, Path>();
        programs.put("Python", contestants.interpreters().get(TinyScript.PYTHON));
        programs.put("Node.js", contestants.interpreters().get(TinyScript.JS));
        return programs;
    }

    private static void say(String line) {
        System.err.println("· " + line);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
