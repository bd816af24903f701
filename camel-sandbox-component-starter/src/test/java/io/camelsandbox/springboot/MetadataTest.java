package io.camelsandbox.springboot;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.springboot.ComponentOptions.Option;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.camel.util.json.DeserializationException;
import org.apache.camel.util.json.JsonArray;
import org.apache.camel.util.json.JsonObject;
import org.apache.camel.util.json.Jsoner;
import org.junit.jupiter.api.Test;

/** What an editor of application.properties is told. */
class MetadataTest {

    private static final String PREFIX = "camel.component.sandbox.";
    private static final List<String> OF_EVERY_STARTER = List.of("enabled", "customizer.enabled");

    private final Map<String, JsonObject> properties = read();

    @Test
    void hasEveryOptionOfTheComponentAndNoOther() {
        assertThat(properties.keySet())
                .containsAll(ComponentOptions.read().stream().map(Option::kebab).toList())
                .hasSize(ComponentOptions.read().size()
                        + (int) OF_EVERY_STARTER.stream()
                                .filter(properties::containsKey)
                                .count());
    }

    @Test
    void givesEachTheTypeOfTheComponent() {
        for (Option option : ComponentOptions.read()) {
            assertThat(property(option).getString("type")).as(option.name()).isEqualTo(option.propertyType());
        }
    }

    @Test
    void givesEachTheDescriptionOfTheComponent() {
        for (Option option : ComponentOptions.read()) {
            assertThat(property(option).getString("description"))
                    .as(option.name())
                    .isEqualTo(option.description());
        }
    }

    @Test
    void givesEachTheDefaultOfTheComponent() {
        for (Option option : ComponentOptions.read()) {
            assertThat(text(property(option).get("defaultValue")))
                    .as(option.name())
                    .isEqualTo(text(option.defaultValue()));
        }
    }

    /** One is written 1 here and 1.0 there. */
    private static String text(Object value) {
        return value instanceof Number number
                ? new BigDecimal(number.toString()).stripTrailingZeros().toPlainString()
                : String.valueOf(value);
    }

    private JsonObject property(Option option) {
        return properties.get(option.kebab());
    }

    private static Map<String, JsonObject> read() {
        var file = MetadataTest.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json");
        try (Reader reader = new InputStreamReader(file, StandardCharsets.UTF_8)) {
            JsonArray all = (JsonArray) ((JsonObject) Jsoner.deserialize(reader)).get("properties");
            return all.stream()
                    .map(JsonObject.class::cast)
                    .filter(property -> property.getString("name").startsWith(PREFIX))
                    .collect(toMap(
                            property -> property.getString("name").substring(PREFIX.length()), Function.identity()));
        } catch (IOException | DeserializationException e) {
            throw new IllegalStateException(e);
        }
    }
}
