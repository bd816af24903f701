package io.camelsandbox.component.yaml;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.camel.dsl.yaml.common.YamlDeserializerResolver;
import org.snakeyaml.engine.v2.api.ConstructNode;

/**
 * Adds the steps {@code sandbox.execute_js}, {@code sandbox.execute_python}, {@code sandbox.execute_shell} and their
 * short names to Camel's YAML, and lets its own steps keep the text of a {@code sandbox:…} endpoint as it is written.
 */
public final class SandboxYamlResolver implements YamlDeserializerResolver {

    private static final String PREFIX = "sandbox.";

    private static final Map<String, String> OPERATIONS = Map.of(
            "execute_js", "js",
            "execute_python", "python",
            "execute_shell", "shell",
            "js", "js",
            "python", "python",
            "shell", "shell");

    /** Every name under which Camel asks for a step that names an endpoint. */
    private static final Map<String, String> ENDPOINT_STEPS = Map.ofEntries(
            Map.entry("to", "to"),
            Map.entry("org.apache.camel.model.ToDefinition", "to"),
            Map.entry("toD", "toD"),
            Map.entry("to-d", "toD"),
            Map.entry("org.apache.camel.model.ToDynamicDefinition", "toD"),
            Map.entry("wireTap", "wireTap"),
            Map.entry("wire-tap", "wireTap"),
            Map.entry("org.apache.camel.model.WireTapDefinition", "wireTap"),
            Map.entry("poll", "poll"),
            Map.entry("org.apache.camel.model.PollDefinition", "poll"),
            Map.entry("from", "from"),
            Map.entry("org.apache.camel.model.FromDefinition", "from"),
            Map.entry("org.apache.camel.dsl.yaml.deserializers.OutputAwareFromDefinition", "from"));

    private final Builtins builtins = new Builtins();

    /** The steps that are added, with the operation that each stands for. */
    static SortedMap<String, String> steps() {
        var steps = new TreeMap<String, String>();
        OPERATIONS.forEach((name, operation) -> steps.put(PREFIX + name, operation));
        return steps;
    }

    /** Asked before Camel's own steps. */
    @Override
    public int getOrder() {
        return -1;
    }

    @Override
    public ConstructNode resolve(String id) {
        if (id.startsWith(PREFIX)) {
            return step(id);
        }
        String endpointStep = ENDPOINT_STEPS.get(id);
        return endpointStep == null ? null : new SandboxEndpointNode(endpointStep, builtins.step(id));
    }

    private ConstructNode step(String id) {
        String operation = OPERATIONS.get(id.substring(PREFIX.length()));
        if (operation == null) {
            return node -> {
                throw YamlError.at(
                        node,
                        "there is no step " + id + ": use sandbox.execute_js, sandbox.execute_python or "
                                + "sandbox.execute_shell");
            };
        }
        return new SandboxStep(id, operation, builtins.step("to"));
    }
}
