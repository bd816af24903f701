package io.camelsandbox.component.yaml;

import io.camelsandbox.component.SandboxOperation;
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

    private static final Map<String, SandboxOperation> OPERATIONS = operations();

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
    static SortedMap<String, SandboxOperation> steps() {
        var steps = new TreeMap<String, SandboxOperation>();
        OPERATIONS.forEach((name, operation) -> steps.put(PREFIX + name, operation));
        return steps;
    }

    private static Map<String, SandboxOperation> operations() {
        var operations = new TreeMap<String, SandboxOperation>();
        for (SandboxOperation operation : SandboxOperation.values()) {
            if (!operation.isConsumer()) {
                operations.put(EndpointOptions.asWrittenInSteps(operation.id()), operation);
            }
            if (operation.language().isPresent()) {
                operations.put("execute_" + operation.id(), operation);
            }
        }
        return operations;
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
        SandboxOperation operation = OPERATIONS.get(id.substring(PREFIX.length()));
        if (operation == null) {
            return node -> {
                throw YamlError.at(node, "there is no step " + id + ": use " + String.join(", ", steps().keySet()));
            };
        }
        return new SandboxStep(id, operation, builtins.step("to"));
    }
}
