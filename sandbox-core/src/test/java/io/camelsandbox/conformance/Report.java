package io.camelsandbox.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How each attack came out on one engine: printed as a table, and written as data for the documentation. */
public final class Report {

    /** System property: the folder for the data, instead of {@code target/conformance}. */
    public static final String FOLDER_PROPERTY = "conformance.reports";

    private record Row(String id, String outcome, String ending) {}

    private final String label;
    private final Map<String, Row> rows = new TreeMap<>();

    Report(String label) {
        this.label = label;
    }

    synchronized void add(Attack attack, String outcome, String ending) {
        rows.put(attack.id(), new Row(attack.id(), outcome, ending));
    }

    /** Writes {@code <label>.tsv}: id, outcome, how it ended. */
    synchronized void write() throws IOException {
        Path folder = Path.of(System.getProperty(FOLDER_PROPERTY, "target/conformance"));
        Files.createDirectories(folder);
        var lines = new ArrayList<String>();
        rows.values().forEach(row -> lines.add(row.id() + "\t" + row.outcome() + "\t" + row.ending()));
        Files.write(folder.resolve(label + ".tsv"), lines);
    }

    /** How many rows had each outcome, and each row that was not there. */
    synchronized List<String> table() {
        var counts = new TreeMap<String, Integer>();
        rows.values().forEach(row -> counts.merge(row.outcome(), 1, Integer::sum));
        var lines = new ArrayList<String>();
        lines.add("Corpus on " + label + ": " + counts);
        rows.values().stream()
                .filter(row -> row.outcome().startsWith("not ") || row.outcome().equals("failed"))
                .forEach(row -> lines.add("  " + row.id() + "  " + row.outcome() + "  " + row.ending()));
        return lines;
    }
}
