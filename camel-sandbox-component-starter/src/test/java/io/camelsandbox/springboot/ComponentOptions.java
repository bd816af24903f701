package io.camelsandbox.springboot;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.apache.camel.util.json.DeserializationException;
import org.apache.camel.util.json.JsonObject;
import org.apache.camel.util.json.Jsoner;

/** The options that the component's own metadata has. */
final class ComponentOptions {

    private static final String METADATA = "META-INF/io/camelsandbox/component/sandbox.json";

    /**
     * One option.
     *
     * @param name         in camel case
     * @param javaType     without type parameters where it is primitive or of java.lang
     * @param defaultValue null where there is none
     * @param description  as the component has it
     */
    record Option(String name, String javaType, Object defaultValue, String description) {

        /** The name in Spring's spelling. */
        String kebab() {
            return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
        }

        /** The type with which a property of Spring has this option; wrappers, as not everything is set. */
        String propertyType() {
            return switch (javaType) {
                case "boolean", "java.lang.Boolean" -> "java.lang.Boolean";
                case "int", "java.lang.Integer" -> "java.lang.Integer";
                case "long", "java.lang.Long" -> "java.lang.Long";
                case "double", "java.lang.Double" -> "java.lang.Double";
                case "java.util.Map" -> "java.util.Map<java.lang.String,java.lang.Object>";
                default -> javaType.replace(", ", ",");
            };
        }
    }

    private ComponentOptions() {}

    static List<Option> read() {
        try (Reader reader = new InputStreamReader(
                ComponentOptions.class.getClassLoader().getResourceAsStream(METADATA), StandardCharsets.UTF_8)) {
            var document = (JsonObject) Jsoner.deserialize(reader);
            var options = (JsonObject) document.get("componentProperties");
            return options.entrySet().stream()
                    .map(entry -> option(entry.getKey(), (JsonObject) entry.getValue()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (DeserializationException e) {
            throw new IllegalStateException(METADATA, e);
        }
    }

    private static Option option(String name, JsonObject json) {
        return new Option(name, json.getString("javaType"), json.get("defaultValue"), json.getString("description"));
    }
}
