package io.camelsandbox.benchmarks.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The page of measurements. It is made anew between two marks; what people wrote before and after them stays.
 */
public final class MarkdownReport {

    private static final String BEGIN =
            "<!-- measured: from here to the end mark the page is written by ./run bench -->";
    private static final String END = "<!-- end of what is measured -->";

    private MarkdownReport() {}

    /** Writes into {@code page}, which is made where it is missing. */
    public static void write(Path page, String measured) throws IOException {
        String before = Files.exists(page) ? Files.readString(page) : "# Performance\n\n" + BEGIN + "\n" + END + "\n";
        Files.createDirectories(page.toAbsolutePath().getParent());
        Files.writeString(page, replaceMeasured(before, measured), StandardCharsets.UTF_8);
    }

    /**
     * {@code page} with {@code measured} between the marks.
     *
     * @throws IllegalArgumentException when a mark is missing
     */
    static String replaceMeasured(String page, String measured) {
        int begin = page.indexOf(BEGIN);
        int end = page.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException("the page lacks its marks: " + BEGIN + " … " + END);
        }
        return page.substring(0, begin + BEGIN.length()) + "\n\n" + measured.strip() + "\n\n" + page.substring(end);
    }

    /**
     * The measured part.
     *
     * @param effort  {@code full} or {@code quick}
     * @param notes   who did not take part, and what could not be measured
     * @param figures file names of the figures with their titles
     */
    public static String measured(
            Machine machine, String effort, List<Row> rows, List<String> notes, List<Figures.Figure> figures) {
        var text = new StringBuilder();
        text.append("Measured with `./run bench")
                .append(effort.equals("quick") ? " --quick" : "")
                .append("`.\n\n");
        text.append("| machine | |\n|---|---|\n");
        machine.facts().forEach((name, value) -> text.append("| ")
                .append(name)
                .append(" | ")
                .append(value)
                .append(" |\n"));
        List<Row> withGoal = rows.stream().filter(r -> r.goal().isPresent()).toList();
        List<Row> others = rows.stream().filter(r -> r.goal().isEmpty()).toList();
        long met = withGoal.stream().filter(r -> r.met().orElse(false)).count();
        text.append("\n### Goals\n\n")
                .append(met)
                .append(" of ")
                .append(withGoal.size())
                .append(" goals are met.\n\n");
        text.append(TextTable.markdown(withGoal));
        text.append("\n### For comparison\n\n").append(TextTable.markdown(others));
        if (!notes.isEmpty()) {
            text.append('\n');
            notes.forEach(note -> text.append("- ").append(note).append('\n'));
        }
        text.append("\n### Figures\n\n");
        figures.forEach(f -> text.append("![")
                .append(f.title())
                .append("](img/")
                .append(f.file())
                .append(")\n\n"));
        return text.toString();
    }
}
