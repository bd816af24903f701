package io.camelsandbox.benchmarks.report;

import io.camelsandbox.benchmarks.contest.TinyScript;
import java.awt.Color;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws rows as figures, in SVG. */
public final class Figures {

    private static final List<String> CONTESTANTS =
            List.of("A", "scratch", "cold", "warm", "bwrap", "camel-exec", "flyto-core", "podman");
    private static final List<Integer> CALLERS = List.of(4, 8);
    private static final Color[] COLORS = {
        new Color(0x7F7F7F),
        new Color(0xC6DBEF),
        new Color(0x6BAED6),
        new Color(0x08519C),
        new Color(0xBDBDBD),
        new Color(0xFDAE6B),
        new Color(0xA1D99B),
        new Color(0x9E9AC8)
    };
    // Two decimals of a pixel are more than anybody sees, and the files are kept in the repository.
    private static final Pattern LONG_NUMBER = Pattern.compile("(\\d\\.\\d\\d)\\d+");
    private static final int WIDTH = 720;
    private static final int HEIGHT = 400;

    private final Map<String, Row> rows;
    private final Path folder;

    /** Draws {@code rows}, by their names, into {@code folder}, which is made where it is missing. */
    public Figures(Map<String, Row> rows, Path folder) {
        this.rows = Map.copyOf(rows);
        this.folder = folder;
    }

    /**
     * A figure that was drawn.
     *
     * @param file  its name in the folder
     * @param title what it shows
     */
    public record Figure(String file, String title) {}

    /** Draws all that the rows are enough for. */
    public List<Figure> draw() throws IOException {
        Files.createDirectories(folder);
        var figures = new ArrayList<Figure>();
        bars(
                        "Time for one tiny script, p50, A = 1: less is better",
                        "× A",
                        List.of(TinyScript.values()).stream()
                                .map(TinyScript::id)
                                .toList(),
                        (contestant, script) -> contestant + "." + script + ".p50")
                .ifPresent(chart -> figures.add(save(chart, "latency.svg")));
        bars("Runs a second by callers, A = 1: more is better", "× A", groups(), Figures::sustainedName)
                .ifPresent(chart -> figures.add(save(chart, "throughput.svg")));
        for (TinyScript script : TinyScript.values()) {
            quantiles(script).ifPresent(chart -> figures.add(save(chart, "latency-" + script.id() + ".svg")));
        }
        return figures;
    }

    private static List<String> groups() {
        return List.of(TinyScript.values()).stream()
                .flatMap(script -> CALLERS.stream().map(n -> script.id() + " " + n))
                .toList();
    }

    private static String sustainedName(String contestant, String group) {
        String prefix = contestant.equals("warm") ? "" : contestant + ".";
        return prefix + "sustained." + group.replace(' ', '.');
    }

    private interface RowName {
        String of(String contestant, String group);
    }

    private Optional<Chart<?, ?>> bars(String title, String unit, List<String> groups, RowName name) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .yAxisTitle(unit)
                .build();
        List<String> drawn = groups.stream()
                .filter(group -> value(name.of(CONTESTANTS.get(0), group)).isPresent())
                .toList();
        for (int i = 0; i < CONTESTANTS.size(); i++) {
            String contestant = CONTESTANTS.get(i);
            List<Double> values = drawn.stream()
                    .flatMap(group -> value(name.of(contestant, group)).stream())
                    .toList();
            if (!values.isEmpty() && values.size() == drawn.size()) {
                chart.addSeries(contestant, drawn, values).setFillColor(COLORS[i]);
            }
        }
        if (chart.getSeriesMap().isEmpty()) {
            return Optional.empty();
        }
        chart.getStyler().setAvailableSpaceFill(0.85);
        style(chart.getStyler());
        return Optional.of(chart);
    }

    private Optional<Double> value(String row) {
        return Optional.ofNullable(rows.get(row)).map(Row::ratio);
    }

    private Optional<Chart<?, ?>> quantiles(TinyScript script) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title("Latency of " + script.id() + " by percentile")
                .xAxisTitle("percentile")
                .yAxisTitle("ms (log)")
                .build();
        for (int i = 0; i < CONTESTANTS.size(); i++) {
            Row row = rows.get(CONTESTANTS.get(i) + "." + script.id() + ".p50");
            if (row != null && row.fields().get("quantiles") instanceof Map<?, ?> quantiles) {
                List<Double> x = new ArrayList<>();
                List<Double> y = new ArrayList<>();
                quantiles.forEach((percentile, millis) -> {
                    x.add(Double.valueOf(percentile.toString().substring(1)));
                    y.add(((Number) millis).doubleValue());
                });
                var series = chart.addSeries(CONTESTANTS.get(i), x, y);
                series.setMarker(SeriesMarkers.CIRCLE).setMarkerColor(COLORS[i]).setLineColor(COLORS[i]);
            }
        }
        if (chart.getSeriesMap().isEmpty()) {
            return Optional.empty();
        }
        chart.getStyler().setXAxisMin(0.0).setXAxisMax(100.0).setMarkerSize(4);
        chart.getStyler().setYAxisLogarithmic(true);
        wholeDecades(chart);
        style(chart.getStyler());
        return Optional.of(chart);
    }

    private static void style(Styler styler) {
        styler.setLegendPosition(Styler.LegendPosition.OutsideE)
                .setChartBackgroundColor(Color.WHITE)
                .setPlotBackgroundColor(Color.WHITE);
    }

    // Whole decades, because only those get a label on a logarithmic axis.
    private static void wholeDecades(XYChart chart) {
        double lowest = Double.MAX_VALUE;
        double highest = 0;
        for (XYSeries series : chart.getSeriesMap().values()) {
            lowest = Math.min(lowest, series.getYMin());
            highest = Math.max(highest, series.getYMax());
        }
        chart.getStyler().setYAxisMin(Math.pow(10, Math.floor(Math.log10(lowest))));
        chart.getStyler().setYAxisMax(Math.pow(10, Math.ceil(Math.log10(highest))));
    }

    private Figure save(Chart<?, ?> chart, String file) {
        Path path = folder.resolve(file);
        try {
            VectorGraphicsEncoder.saveVectorGraphic(chart, path.toString(), VectorGraphicsFormat.SVG);
            Files.writeString(path, LONG_NUMBER.matcher(Files.readString(path)).replaceAll("$1"));
            return new Figure(file, chart.getTitle());
        } catch (IOException e) {
            throw new UncheckedIOException("The figure " + file + " was not written", e);
        }
    }
}
