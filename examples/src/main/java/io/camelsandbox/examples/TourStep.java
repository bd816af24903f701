package io.camelsandbox.examples;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * One sandbox step of a route, as it is written there.
 *
 * @param name    such as {@code sandbox.execute_python}
 * @param title   its description
 * @param options its other keys, in their order
 */
record TourStep(String name, String title, Map<String, Object> options) {

    private static final String PREFIX = "sandbox.";

    /** The sandbox steps of the first route of a file on the class path. */
    static List<TourStep> read(String resource) {
        try (InputStream text = TourStep.class.getClassLoader().getResourceAsStream(resource)) {
            Object document = new Load(LoadSettings.builder().build()).loadFromInputStream(text);
            var steps = new ArrayList<TourStep>();
            collect(document, steps);
            return steps;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void collect(Object node, List<TourStep> steps) {
        if (node instanceof List<?> list) {
            list.forEach(element -> collect(element, steps));
        } else if (node instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                if (key.toString().startsWith(PREFIX)) {
                    steps.add(of(key.toString(), (Map<?, ?>) value));
                } else {
                    collect(value, steps);
                }
            });
        }
    }

    private static TourStep of(String name, Map<?, ?> keys) {
        var options = new LinkedHashMap<String, Object>();
        keys.forEach((key, value) -> options.put(key.toString(), value));
        return new TourStep(name, String.valueOf(options.remove("description")), options);
    }
}
