package io.camelsandbox.examples;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Guarantee;
import io.camelsandbox.examples.Screen.Style;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.Main;
import org.apache.camel.main.MainListenerSupport;

/** Runs the examples of the three modules and shows each with its code and its result. */
final class Tour {

    static final String ROUTE = "hello";

    private static final String FILE = "classpath:" + ROUTE + ".camel.yaml";
    private static final int WIDTH = 78;
    private static final int MOST_LINES = 12;

    private final Screen screen;

    Tour(Screen screen) {
        this.screen = screen;
    }

    /** 0 when every example ended with exit code 0, else 1. */
    int run() throws Exception {
        List<TourStep> steps = TourStep.read(ROUTE + ".camel.yaml");
        var results = new ResultCollector();
        var main = new Main();
        main.configure().withRoutesIncludePattern(FILE);
        main.configure().withDurationMaxMessages(1);
        main.addMainListener(new MainListenerSupport() {
            @Override
            public void beforeStart(BaseMainSupport support) {
                support.getCamelContext().getManagementStrategy().addEventNotifier(results);
            }
        });
        main.run();
        return show(steps, results.results());
    }

    private int show(List<TourStep> steps, List<ExecutionResult> results) {
        for (int i = 0; i < results.size(); i++) {
            show(i + 1, steps.get(i), results.get(i));
        }
        boolean good = results.size() == steps.size() && results.stream().allMatch(ExecutionResult::succeeded);
        if (!good) {
            screen.line(screen.styled(Style.BAD, "✗ Not every example did what it should; ./run doctor may tell why."));
            return 1;
        }
        close(results.get(0));
        return 0;
    }

    private void show(int number, TourStep step, ExecutionResult result) {
        String end = "exit " + result.exitCode() + " · "
                + milliseconds(result.usage().wallTime());
        String title = number + "  " + step.title();
        String gap = " ".repeat(Math.max(2, WIDTH - title.length() - end.length()));
        screen.blank();
        screen.line(screen.styled(Style.BOLD, title)
                + gap
                + screen.styled(result.succeeded() ? Style.GOOD : Style.BAD, end));
        screen.line("   " + screen.styled(Style.DIM, step.name() + ":"));
        step.options().forEach((name, value) -> option(name, value));
        screen.blank();
        output(result.stdout().text());
        output(result.stderr().text());
    }

    private void option(String name, Object value) {
        String text = String.valueOf(value);
        if (text.contains("\n")) {
            screen.line("     " + screen.styled(Style.DIM, name + ": |"));
            screen.indented("       ", text);
        } else {
            screen.line("     " + screen.styled(Style.DIM, name + ": ") + text);
        }
    }

    private void output(String text) {
        List<String> lines = text.lines().toList();
        lines.stream().limit(MOST_LINES).forEach(line -> screen.line("   " + screen.styled(Style.GOOD, "│ ") + line));
        if (lines.size() > MOST_LINES) {
            screen.line("   " + screen.styled(Style.DIM, "… " + (lines.size() - MOST_LINES) + " more lines"));
        }
    }

    private void close(ExecutionResult result) {
        Map<String, List<String>> byLevel = new java.util.TreeMap<>();
        for (Guarantee guarantee : Guarantee.values()) {
            byLevel.computeIfAbsent(result.enforcement().level(guarantee).id(), level -> new ArrayList<>())
                    .add(guarantee.id());
        }
        String inForce = byLevel.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + String.join(", ", entry.getValue()))
                .collect(Collectors.joining(" · "));
        screen.blank();
        screen.line(
                screen.styled(Style.GOOD, "✓ ") + "Each ran in a sandbox of its own, made for it and gone with it.");
        screen.line("  " + screen.styled(Style.DIM, inForce));
        screen.blank();
        screen.line("  The route:  examples/hello.camel.yaml");
        screen.line("  Go on with: ./run examples/csv-scoring.camel.yaml --max-messages 2, ./run doctor, README.md");
        screen.blank();
    }

    private static String milliseconds(Duration time) {
        return String.format(Locale.ROOT, "%,d ms", time.toMillis());
    }
}
