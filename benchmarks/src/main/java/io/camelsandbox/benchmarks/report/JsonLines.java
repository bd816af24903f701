package io.camelsandbox.benchmarks.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.camel.util.json.JsonObject;

/** Writes rows as JSON, one object a line. */
public final class JsonLines {

    private JsonLines() {}

    /** Writes {@code rows} to {@code file}, which is replaced; the folder above it is made where it is missing. */
    public static void write(List<Row> rows, Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        String text = rows.stream().map(row -> line(row) + "\n").collect(Collectors.joining());
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }

    /** One row, without a line end. */
    public static String line(Row row) {
        var object = new JsonObject();
        object.put("name", row.name());
        object.put("ratio", round(row.ratio()));
        row.goal().ifPresent(goal -> {
            object.put("goal", goal.toString());
            object.put("met", goal.met(row.ratio()));
        });
        row.fields().forEach((name, value) -> object.put(name, plain(value)));
        return object.toJson();
    }

    private static Object plain(Object value) {
        if (value instanceof Double number) {
            return round(number);
        }
        if (value instanceof Map<?, ?> map) {
            var object = new JsonObject();
            map.forEach((name, inner) -> object.put(name.toString(), plain(inner)));
            return object;
        }
        return value;
    }

    // JSON has no word for what is not a number, and nobody reads the twelfth digit of a measurement.
    private static Double round(double value) {
        return Double.isFinite(value) ? Math.round(value * 1e4) / 1e4 : null;
    }
}
