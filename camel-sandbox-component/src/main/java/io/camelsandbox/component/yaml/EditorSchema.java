package io.camelsandbox.component.yaml;

import io.camelsandbox.component.SandboxOperation;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.util.json.DeserializationException;
import org.apache.camel.util.json.JsonArray;
import org.apache.camel.util.json.JsonObject;
import org.apache.camel.util.json.Jsoner;

/**
 * Makes the JSON schema that editors check routes against: Camel's own for YAML, with the steps of the sandbox added,
 * their options taken from the component's metadata. Run by the build.
 */
public final class EditorSchema {

    private static final String CAMEL = "schema/camelYamlDsl.json";
    private static final String STEPS = "org.apache.camel.model.ProcessorDefinition";
    private static final String TO = "org.apache.camel.model.ToDefinition";
    private static final List<String> NOT_OF_A_STEP = List.of("uri", "parameters", "pattern");

    private EditorSchema() {}

    /** Writes the schema; the arguments are the component's metadata and the file to write. */
    public static void main(String[] args) throws IOException, DeserializationException {
        JsonObject metadata;
        try (Reader reader = Files.newBufferedReader(Path.of(args[0]))) {
            metadata = (JsonObject) Jsoner.deserialize(reader);
        }
        Path file = Path.of(args[1]);
        Files.createDirectories(file.getParent());
        Files.writeString(file, Jsoner.prettyPrint(extended(camel(), metadata).toJson(), 2) + "\n");
    }

    private static JsonObject camel() throws IOException, DeserializationException {
        try (InputStream schema = EditorSchema.class.getClassLoader().getResourceAsStream(CAMEL)) {
            return (JsonObject) Jsoner.deserialize(new InputStreamReader(schema, StandardCharsets.UTF_8));
        }
    }

    static JsonObject extended(JsonObject schema, JsonObject metadata) {
        JsonObject definitions = schema.getJsonObject("items").getJsonObject("definitions");
        JsonObject steps = definitions.getJsonObject(STEPS).getJsonObject("properties");
        SandboxYamlResolver.steps().forEach((step, operation) -> {
            String definition = "io.camelsandbox." + step;
            definitions.put(definition, step(step, operation, metadata, keysOfTo(definitions)));
            var reference = new JsonObject();
            reference.put("$ref", "#/items/definitions/" + definition);
            steps.put(step, reference);
        });
        return schema;
    }

    private static JsonObject keysOfTo(JsonObject definitions) {
        var keys = new JsonObject();
        JsonArray forms = definitions.getJsonObject(TO).getJsonArray("oneOf");
        forms.forEach(form -> {
            if (((JsonObject) form).get("properties") instanceof JsonObject properties) {
                keys.putAll(properties);
            }
        });
        NOT_OF_A_STEP.forEach(keys::remove);
        return keys;
    }

    private static JsonObject step(String name, SandboxOperation operation, JsonObject metadata, JsonObject keys) {
        var options = new TreeMap<String, Object>(keys);
        metadata.getJsonObject("properties").forEach((option, details) -> {
            if (EndpointOptions.isOfAStep(operation, option)) {
                options.put(EndpointOptions.asWrittenInSteps(option), option(option, (JsonObject) details));
            }
        });
        var step = new JsonObject();
        step.put("title", name);
        step.put("type", "object");
        step.put("additionalProperties", false);
        step.put("properties", new JsonObject(options));
        List<String> needed = SandboxStep.needed(operation);
        if (!needed.isEmpty()) {
            step.put("anyOf", needs(needed));
        }
        return step;
    }

    private static JsonArray needs(List<String> options) {
        var alternatives = new JsonArray();
        options.forEach(option -> alternatives.add(new JsonObject(Map.of("required", new JsonArray(List.of(option))))));
        return alternatives;
    }

    private static JsonObject option(String name, JsonObject details) {
        var option = new JsonObject();
        option.put("description", details.get("description"));
        if (OptionWriter.isList(name)) {
            option.put("type", new JsonArray(List.of("array", "string")));
        } else if (OptionWriter.isMap(name)) {
            option.put("type", "object");
        } else if (OptionWriter.isValue(name)) {
            option.put("type", new JsonArray(List.of("string", "object")));
        } else if (OptionWriter.isCode(name)) {
            option.put("type", "string");
        } else if (details.get("enum") instanceof JsonArray values) {
            option.put("enum", values);
        } else {
            option.put("type", new JsonArray(List.of("string", "number", "boolean")));
        }
        if (details.get("defaultValue") != null) {
            option.put("default", details.get("defaultValue"));
        }
        return option;
    }
}
