package io.camelsandbox.component.yaml;

import io.camelsandbox.component.OptionNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
    private final String operation;
    private final ConstructNode to;

    SandboxStep(String name, String operation, ConstructNode to) {
        this.name = name;
        this.operation = operation;
        this.to = to;
    }

    @Override
    public Object construct(Node node) {
        YamlDeserializationContext context = YamlDeserializerSupport.getDeserializationContext(node);
        if (!(node instanceof MappingNode mapping)) {
            throw YamlError.at(node, context, name + " takes options: write code: (or command:) below it");
        }
        List<NodeTuple> keys = new ArrayList<>();
        List<NodeTuple> options = new ArrayList<>();
        Set<String> known = EndpointOptions.names(context.getCamelContext());
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
        requireCode(node, context, options);
        MappingNode parameters =
                new OptionWriter(context).parameters(Nodes.withContext(Nodes.mapping(options, node), context), name);
        keys.add(0, new NodeTuple(Nodes.scalar("uri", node), Nodes.scalar("sandbox:" + operation, node)));
        keys.add(new NodeTuple(Nodes.scalar("parameters", node), parameters));
        return to.construct(Nodes.withContext(Nodes.mapping(keys, node), context));
    }

    private void requireCode(Node node, YamlDeserializationContext context, List<NodeTuple> options) {
        if (options.stream().noneMatch(option -> OptionWriter.isCode(OptionNames.camelCase(Nodes.key(option))))) {
            String option = operation.equals("shell") ? "command" : "code";
            throw YamlError.at(node, context, name + " needs " + option);
        }
    }
}
