package io.camelsandbox.conformance;

import io.camelsandbox.Guarantee;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What must hold for one attack, as the data file says it. Fields:
 *
 * <ul>
 *   <li>{@code timeout} (ms), {@code memory}, {@code pids}, {@code disk}, {@code files}, {@code openFiles},
 *       {@code output}: limits of the run; {@code kill}: the output policy
 *   <li>{@code args}, {@code env}, {@code outputFiles}, {@code interpreter}: more input
 *   <li>{@code ends}: the terminations that are right, {@code refused} among them; {@code exit}: the exit codes that are
 *   <li>{@code stdout}, {@code stderr}: patterns that are found; {@code exact}, {@code hex}: the whole of stdout;
 *       {@code never}: a pattern that neither stream has; {@code truncated}, {@code chars}: of stdout; {@code message}:
 *       a pattern of the error's message
 *   <li>{@code within} (ms): the most it may take
 *   <li>{@code gone}: command lines of which no process is left; {@code collected}: names of all files that come back
 *   <li>{@code then}, {@code thenExact}: code that is run afterwards in another sandbox, and what it prints
 *   <li>{@code arch}: the architecture that the code is written for
 *   <li>{@code guards}: the guarantees that this is about: where one is unavailable the row is not; {@code weak}: fields
 *       that are different where one is no more than best effort
 * </ul>
 */
record Expectation(Map<String, Object> fields) {

    private static final Set<String> KNOWN = Set.of(
            "id",
            "timeout",
            "memory",
            "pids",
            "disk",
            "files",
            "openFiles",
            "output",
            "kill",
            "args",
            "env",
            "outputFiles",
            "interpreter",
            "ends",
            "exit",
            "stdout",
            "stderr",
            "exact",
            "hex",
            "never",
            "truncated",
            "chars",
            "message",
            "within",
            "gone",
            "collected",
            "then",
            "thenExact",
            "guards",
            "weak",
            "arch");

    static final Expectation NONE = new Expectation(Map.of());

    Expectation {
        if (!KNOWN.containsAll(fields.keySet())) {
            throw new IllegalArgumentException("unknown fields among " + fields.keySet());
        }
    }

    /** As it is where a guarantee that it is about is no more than best effort. */
    Expectation weakened() {
        if (!(fields.get("weak") instanceof Map<?, ?> weak)) {
            return this;
        }
        var changed = new HashMap<>(fields);
        weak.forEach((name, value) -> changed.put((String) name, value));
        return new Expectation(changed);
    }

    Set<Guarantee> guards() {
        return texts("guards").stream().map(Guarantee::of).collect(Collectors.toSet());
    }

    Optional<String> text(String field) {
        return Optional.ofNullable((String) fields.get(field));
    }

    OptionalLong number(String field) {
        return fields.get(field) instanceof Long number ? OptionalLong.of(number) : OptionalLong.empty();
    }

    Optional<Boolean> flag(String field) {
        return Optional.ofNullable((Boolean) fields.get(field));
    }

    boolean has(String field) {
        return fields.containsKey(field);
    }

    @SuppressWarnings("unchecked")
    List<String> texts(String field) {
        return (List<String>) fields.getOrDefault(field, List.of());
    }

    @SuppressWarnings("unchecked")
    Map<String, String> map(String field) {
        return (Map<String, String>) fields.getOrDefault(field, Map.of());
    }

    @SuppressWarnings("unchecked")
    List<Integer> numbers(String field) {
        return ((List<Long>) fields.getOrDefault(field, List.of()))
                .stream().map(Long::intValue).toList();
    }
}
