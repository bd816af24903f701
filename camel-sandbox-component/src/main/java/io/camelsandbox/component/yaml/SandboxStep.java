package io.camelsandbox.component.yaml;

import io.camelsandbox.component.OptionNames;
import io.camelsandbox.component.SandboxOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.dsl.yaml.common.YamlDeserializationContext;
import org.apache.camel.dsl.yaml.common.YamlDeserializerSupport;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;

/** A step such as {@code sandbox.execute_python}: an ordinary {@code to} of the endpoint, written shorter. */
final class SandboxStep implements ConstructNode {

    /** Keys of the {@code to}; all others are options of the endpoint. */
    private static final Set<String> KEYS_OF_TO =
            Set.of("id", "description", "note", "disabled", "variableSend", "variableReceive");

    private final String name;
    private final SandboxOperation operation;
    private final ConstructNode to;

    SandboxStep(String name, SandboxOperation operation, ConstructNode to) {
        this.name = name;
        this.operation = operation;
        this.to = to;
    }

    @Override
    public Object construct(Node node) {
        YamlDeserializationContext context = YamlDeserializerSupport.getDeserializationContext(node);
        MappingNode mapping = options(node, context);
        List<NodeTuple> keys = new ArrayList<>();
        List<NodeTuple> options = new ArrayList<>();
        Set<String> known = EndpointOptions.names(context.getCamelContext(), operation);
        for (NodeTuple tuple : mapping.getValue()) {
            String key = OptionNames.camelCase(Nodes.key(tuple));
            if (KEYS_OF_TO.contains(key)) {
                keys.add(new NodeTuple(Nodes.scalar(key, tuple.getKeyNode()), tuple.getValueNode()));
            } else if (EndpointOptions.has(known, key)) {
                options.add(tuple);
            } else {
                throw YamlError.at(
                        tuple.getKeyNode(),
                        context,
                        name + " has no option '" + Nodes.key(tuple) + "'; it has "
                                + String.join(", ", EndpointOptions.asWrittenInSteps(known)));
            }
        }
        requireOption(node, context, options);
        MappingNode parameters =
                new OptionWriter(context).parameters(Nodes.withContext(Nodes.mapping(options, node), context), name);
        keys.add(0, new NodeTuple(Nodes.scalar("uri", node), Nodes.scalar("sandbox:" + operation.id(), node)));
        keys.add(new NodeTuple(Nodes.scalar("parameters", node), parameters));
        return to.construct(Nodes.withContext(Nodes.mapping(keys, node), context));
    }

    private MappingNode options(Node node, YamlDeserializationContext context) {
        if (node instanceof MappingNode mapping) {
            return mapping;
        }
        if (Nodes.isNull(node)) {
            return Nodes.withContext(Nodes.mapping(List.of(), node), context);
        }
        throw YamlError.at(node, context, name + " takes options: write them below it, each with its name");
    }

    private void requireOption(Node node, YamlDeserializationContext context, List<NodeTuple> options) {
        Set<String> given = options.stream()
                .map(option -> OptionNames.camelCase(Nodes.key(option)))
                .collect(Collectors.toSet());
        List<String> needed = needed(operation);
        if (!needed.isEmpty() && needed.stream().noneMatch(given::contains)) {
            throw YamlError.at(node, context, name + " needs " + needed.get(0));
        }
    }

    /** Options of which a step needs one; the first is the usual one. */
    static List<String> needed(SandboxOperation operation) {
        return switch (operation) {
            case SHELL -> List.of("command", "code");
            case JS, PYTHON -> List.of("code");
            case EXEC -> List.of("command");
            case READ_FILE, WRITE_FILE -> List.of("path");
            default -> List.of();
        };
    }
}
