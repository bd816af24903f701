package io.camelsandbox.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkdownReportTest {

    @TempDir
    Path folder;

    @Test
    void whatPeopleWroteAroundTheMeasurementsStays() throws Exception {
        Path page = folder.resolve("docs/performance.md");
        MarkdownReport.write(page, "first");
        String first = Files.readString(page);
        Files.writeString(page, "Ours before.\n" + first + "Ours after.\n");

        MarkdownReport.write(page, "second");

        assertThat(Files.readString(page))
                .startsWith("Ours before.\n")
                .endsWith("Ours after.\n")
                .contains("second")
                .doesNotContain("first");
    }

    @Test
    void aPageWithoutItsMarksIsNotOverwritten() throws Exception {
        Path page = Files.writeString(folder.resolve("performance.md"), "All by hand.");

        assertThatThrownBy(() -> MarkdownReport.write(page, "new")).hasMessageContaining("marks");
        assertThat(page).hasContent("All by hand.");
    }

    @Test
    void theMeasuredPartSaysHowManyGoalsAreMet() {
        List<Row> rows = List.of(
                Row.named("good").goal(Goal.atMost(1)).ratio(0.5),
                Row.named("bad").goal(Goal.atMost(1)).ratio(1.5),
                Row.named("other").ratio(7));

        String text = MarkdownReport.measured(
                new Machine(Map.of("cores", "2")),
                "quick",
                rows,
                List.of("podman is left out"),
                List.of(new Figures.Figure("latency.svg", "Latency")));

        assertThat(text)
                .contains("./run bench --quick", "| cores | 2 |", "1 of 2 goals are met", "- podman is left out")
                .contains("![Latency](img/latency.svg)");
    }

    @Test
    void aVersionIsOnlyItsNumber() {
        assertThat(Machine.number("Python 3.11.7 (build host-17)")).isEqualTo("3.11.7");
        assertThat(Machine.number("6.18.3-cloud-host1")).isEqualTo("6.18.3");
        assertThat(Machine.number("nothing")).isEqualTo("unknown");
    }
}
