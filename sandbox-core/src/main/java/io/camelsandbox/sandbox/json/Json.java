package io.camelsandbox.sandbox.json;

import java.util.Map;

/**
 * JSON as plain values: {@code Map<String, Object>} (in the order of the text), {@code List<Object>}, {@code String},
 * {@code Long} or {@code BigDecimal}, {@code Boolean}, null. Small and strict; for records of this library and for
 * arguments and results of functions.
 */
public final class Json {

    private Json() {}

    /**
     * Reads one value.
     *
     * @throws JsonException when the text is no JSON, is nested more than 256 deep, or names a key twice
     */
    public static Object parse(String text) {
        return new JsonReader(text).value();
    }

    /**
     * Reads an object.
     *
     * @throws JsonException when the text is no JSON object
     */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> parseObject(String text) {
        if (parse(text) instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw new JsonException("not a JSON object");
    }

    /**
     * Writes one value, on one line. Takes any {@code Map} with keys that are Strings, any {@code Iterable}, arrays of
     * objects, {@code CharSequence}, {@code Number} that is finite, {@code Boolean} and null.
     *
     * @throws JsonException when a value is none of these
     */
    public static String write(Object value) {
        return new JsonWriter().write(value);
    }
}
