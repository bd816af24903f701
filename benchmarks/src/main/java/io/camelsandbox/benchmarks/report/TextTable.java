package io.camelsandbox.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rows as a table for people. */
public final class TextTable {

    private static final List<String> HEADINGS =
            List.of("row", "ratio", "rounds' range", "ours", "A", "unit", "goal", "");

    private TextTable() {}

    /** The table for a terminal; columns are aligned, every line ends with a line end. */
    public static String plain(List<Row> rows) {
        List<List<String>> cells = cells(rows);
        int[] widths = new int[HEADINGS.size()];
        for (List<String> line : cells) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        var text = new StringBuilder();
        for (List<String> line : cells) {
            var padded = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String pad = " ".repeat(widths[i] - line.get(i).length());
                boolean number = i >= 1 && i <= 4;
                padded.append(number ? pad + line.get(i) : line.get(i) + pad).append("  ");
            }
            text.append(padded.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    /** The same as a table of Markdown. */
    public static String markdown(List<Row> rows) {
        var text = new StringBuilder();
        List<List<String>> cells = cells(rows);
        for (int i = 0; i < cells.size(); i++) {
            text.append("| ").append(String.join(" | ", cells.get(i))).append(" |\n");
            if (i == 0) {
                text.append("|---|--:|--:|--:|--:|---|---|---|\n");
            }
        }
        return text.toString();
    }

    private static List<List<String>> cells(List<Row> rows) {
        var cells = new ArrayList<List<String>>();
        cells.add(HEADINGS);
        rows.forEach(row -> cells.add(cells(row)));
        return cells;
    }

    private static List<String> cells(Row row) {
        String range = row.number("lowest")
                .map(low -> figure(low) + "–" + figure(row.number("highest").orElse(low)))
                .orElse("");
        return List.of(
                row.name(),
                figure(row.ratio()),
                range,
                row.number("ours").map(TextTable::figure).orElse(""),
                row.number("a").map(TextTable::figure).orElse(""),
                row.fields().getOrDefault("unit", "").toString(),
                row.goal().map(Goal::toString).orElse(""),
                row.met().map(met -> met ? "met" : "NOT MET").orElse(""));
    }

    static String figure(double value) {
        double size = Math.abs(value);
        String format = size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }
}
