package io.camelsandbox.conformance;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One row of the corpus: an input, and the kind of answer it must get.
 *
 * @param id       stable
 * @param language {@code python}, {@code js}, {@code shell}, {@code env}, {@code api} or {@code camel}
 * @param idea     what it tries, in a few words
 * @param code     what is run
 * @param options  extra input, such as {@code stdin=5MB}; empty for none
 * @param kind     {@code contained}, {@code limited}, {@code clear result} or {@code clear error}
 * @param right    what must hold, in words
 */
public record Attack(String id, String language, String idea, String code, String options, String kind, String right) {

    static Attack of(Map<String, Object> row) {
        return new Attack(
                (String) row.get("id"),
                (String) row.get("lang"),
                (String) row.get("idea"),
                text(row.get("code")),
                (String) row.getOrDefault("opt", ""),
                (String) row.get("cls"),
                (String) row.getOrDefault("right", ""));
    }

    /** The letters before the number. */
    public String family() {
        return id.substring(0, id.indexOf('-'));
    }

    /** The value of one option; empty where it is not given. */
    Optional<String> option(String name) {
        return options.startsWith(name + "=") ? Optional.of(options.substring(name.length() + 1)) : Optional.empty();
    }

    private static String text(Object code) {
        if (code instanceof String plain) {
            return plain;
        }
        var text = new StringBuilder();
        Map<?, ?> parts = (Map<?, ?>) code;
        if (parts.get("concat") instanceof List<?> pieces) {
            pieces.forEach(piece -> text.append(text(piece)));
        } else {
            text.append(((String) parts.get("repeat")).repeat(((Long) parts.get("times")).intValue()));
        }
        return text.toString();
    }
}
