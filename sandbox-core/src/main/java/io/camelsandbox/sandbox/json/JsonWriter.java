package io.camelsandbox.sandbox.json;

import java.util.Arrays;
import java.util.Map;

/** Writes values as JSON. */
final class JsonWriter {

    private static final int DEEPEST = 256;

    private final StringBuilder out = new StringBuilder();

    String write(Object value) {
        append(value, 0);
        return out.toString();
    }

    private void append(Object value, int depth) {
        if (depth > DEEPEST) {
            throw new JsonException("a value is nested more than " + DEEPEST + " deep, or holds itself");
        }
        if (value == null || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof CharSequence text) {
            appendText(text);
        } else if (value instanceof Number number) {
            appendNumber(number);
        } else if (value instanceof Map<?, ?> map) {
            appendMap(map, depth);
        } else if (value instanceof Iterable<?> items) {
            appendItems(items, depth);
        } else if (value instanceof Object[] items) {
            appendItems(Arrays.asList(items), depth);
        } else {
            throw new JsonException("JSON cannot hold a " + value.getClass().getName());
        }
    }

    private void appendMap(Map<?, ?> map, int depth) {
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String key)) {
                throw new JsonException("the keys of a JSON object are Strings");
            }
            out.append(separator);
            appendText(key);
            out.append(':');
            append(entry.getValue(), depth + 1);
            separator = ",";
        }
        out.append('}');
    }

    private void appendItems(Iterable<?> items, int depth) {
        out.append('[');
        String separator = "";
        for (Object item : items) {
            out.append(separator);
            append(item, depth + 1);
            separator = ",";
        }
        out.append(']');
    }

    private void appendNumber(Number number) {
        if (number instanceof Double d && !Double.isFinite(d) || number instanceof Float f && !Float.isFinite(f)) {
            throw new JsonException("JSON cannot hold a number that is not finite");
        }
        out.append(number);
    }

    private void appendText(CharSequence text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ' || Character.isSurrogate(c)) {
                        // a lone surrogate is no UTF-8; as an escape every pair is kept as it is
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
