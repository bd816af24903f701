package io.camelsandbox.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All attacks, each with what must hold: {@code attacks.jsonl}, and variants of the same kinds in {@code variants.jsonl}. */
public final class Corpus {

    private static final String FOLDER = "/conformance/";

    private final Map<String, Attack> attacks = new LinkedHashMap<>();
    private final Map<String, Expectation> expectations = new LinkedHashMap<>();

    private Corpus() {}

    /** Reads the data files. */
    public static Corpus load() {
        var corpus = new Corpus();
        rows("attacks.jsonl").forEach(row -> corpus.add(Attack.of(row)));
        rows("expectations.jsonl")
                .forEach(row -> corpus.expectations.put((String) row.get("id"), new Expectation(row)));
        for (Map<String, Object> row : rows("variants.jsonl")) {
            Attack attack = Attack.of(row);
            corpus.add(attack);
            @SuppressWarnings("unchecked")
            var expected = (Map<String, Object>) row.getOrDefault("expect", Map.of());
            corpus.expectations.put(attack.id(), new Expectation(expected));
        }
        return corpus;
    }

    private void add(Attack attack) {
        if (attacks.put(attack.id(), attack) != null) {
            throw new IllegalArgumentException("two rows are named " + attack.id());
        }
    }

    /** All rows, in the order of the files. */
    public List<Attack> attacks() {
        return List.copyOf(attacks.values());
    }

    /** Family → its rows. */
    public Map<String, List<Attack>> families() {
        var families = new TreeMap<String, List<Attack>>();
        attacks.values().forEach(attack -> families.computeIfAbsent(attack.family(), key -> new ArrayList<>())
                .add(attack));
        return families;
    }

    Expectation expectation(String id) {
        return expectations.getOrDefault(id, Expectation.NONE);
    }

    /** The ids that something is expected of. */
    java.util.Set<String> expected() {
        return expectations.keySet();
    }

    private static List<Map<String, Object>> rows(String name) {
        try (InputStream in = Corpus.class.getResourceAsStream(FOLDER + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("//"))
                    .map(Json::object)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
