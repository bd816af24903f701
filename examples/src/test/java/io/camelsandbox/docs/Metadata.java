package io.camelsandbox.docs;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.camel.util.json.DeserializationException;
import org.apache.camel.util.json.JsonObject;
import org.apache.camel.util.json.Jsoner;

/** What the component says of itself. */
final class Metadata {

    private static final String FILE = "META-INF/io/camelsandbox/component/sandbox.json";

    private final JsonObject document;

    private Metadata(JsonObject document) {
        this.document = document;
    }

    static Metadata read() {
        try (Reader reader = new InputStreamReader(
                Metadata.class.getClassLoader().getResourceAsStream(FILE), StandardCharsets.UTF_8)) {
            return new Metadata((JsonObject) Jsoner.deserialize(reader));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (DeserializationException e) {
            throw new IllegalStateException(FILE, e);
        }
    }

    /**
     * An option or header.
     *
     * @param name        as it is written, with the prefix where it has one
     * @param label       such as {@code security}; empty for the plain ones
     * @param type        in the words of a reader
     * @param fallback    the default, as text; empty where there is none
     * @param description one or more sentences
     */
    record Entry(String name, String label, String type, String fallback, String description) {}

    /** Options that an endpoint has and a component does not, those of both first where the endpoint has them. */
    List<Entry> endpointOptions() {
        return entries("properties");
    }

    List<Entry> componentOptions() {
        return entries("componentProperties");
    }

    List<Entry> headers() {
        return entries("headers");
    }

    private List<Entry> entries(String part) {
        var all = (JsonObject) document.get(part);
        return all.entrySet().stream()
                .map(entry -> entry(entry.getKey(), (JsonObject) entry.getValue()))
                .toList();
    }

    private static Entry entry(String name, JsonObject json) {
        String prefix = json.getString("prefix");
        return new Entry(
                prefix == null ? name : prefix + "*",
                json.getStringOrDefault("label", ""),
                type(json),
                json.get("defaultValue") == null ? "" : json.get("defaultValue").toString(),
                json.getString("description"));
    }

    private static String type(JsonObject json) {
        if (json.get("enum") instanceof List<?> values) {
            return String.join(" / ", values.stream().map(Object::toString).toList());
        }
        String type = json.getString("javaType");
        return switch (type) {
            case "java.lang.String", "String" -> "text";
            case "boolean", "Boolean", "java.lang.Boolean" -> "true / false";
            case "int", "Integer", "long", "Long", "double", "Double", "java.lang.Integer" -> "number";
            default ->
                type.startsWith("java.util.Map") ? "map" : type.startsWith("java.util.List") ? "list" : simple(type);
        };
    }

    private static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }
}
