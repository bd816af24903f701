package io.camelsandbox.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FiguresTest {

    private static final String WARM_COLOR = "rgb(8,81,156)";

    @TempDir
    Path folder;

    @Test
    void latenciesBecomeBarsAndACurve() throws Exception {
        Map<String, Row> rows = Map.of("A.python.p50", latency("A"), "warm.python.p50", latency("warm"));

        List<Figures.Figure> figures = new Figures(rows, folder.resolve("img")).draw();

        assertThat(figures).extracting(Figures.Figure::file).containsExactly("latency.svg", "latency-python.svg");
        for (Figures.Figure figure : figures) {
            assertThat(Files.readString(folder.resolve("img").resolve(figure.file())))
                    .contains("<svg", WARM_COLOR, "</svg>");
        }
    }

    @Test
    void nothingMeasuredDrawsNothing() throws Exception {
        assertThat(new Figures(Map.of(), folder).draw()).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    private static Row latency(String contestant) {
        var quantiles = new LinkedHashMap<String, Object>();
        quantiles.put("p10", 1.0);
        quantiles.put("p50", 2.0);
        quantiles.put("p99", 9.0);
        return Row.named(contestant + ".python.p50")
                .with("ours", 2.0)
                .with("quantiles", quantiles)
                .ratio(1);
    }
}
