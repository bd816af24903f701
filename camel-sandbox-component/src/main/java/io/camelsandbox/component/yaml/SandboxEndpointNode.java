package io.camelsandbox.component.yaml;

import io.camelsandbox.component.OptionNames;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.dsl.yaml.common.YamlDeserializationContext;
import org.apache.camel.dsl.yaml.common.YamlDeserializerSupport;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * One of Camel's own steps that name an endpoint. Where that is {@code sandbox:…} its parameters keep their text; all
 * else is left to Camel.
 */
final class SandboxEndpointNode implements ConstructNode {

    private final String step;
    private final ConstructNode builtin;

    SandboxEndpointNode(String step, ConstructNode builtin) {
        this.step = step;
        this.builtin = builtin;
    }

    @Override
    public Object construct(Node node) {
        if (!(node instanceof MappingNode mapping) || !isSandbox(mapping)) {
            return builtin.construct(node);
        }
        // In the node itself: Camel has notes on it, such as the route of a from, that another one would not have.
        List<NodeTuple> written = mapping.getValue();
        mapping.setValue(rewritten(mapping));
        try {
            return builtin.construct(mapping);
        } finally {
            mapping.setValue(written);
        }
    }

    private static boolean isSandbox(MappingNode mapping) {
        return mapping.getValue().stream()
                .anyMatch(tuple -> Nodes.key(tuple).equals("uri")
                        && tuple.getValueNode() instanceof ScalarNode uri
                        && (uri.getValue().equals("sandbox") || uri.getValue().startsWith("sandbox:")));
    }

    private List<NodeTuple> rewritten(MappingNode mapping) {
        YamlDeserializationContext context = YamlDeserializerSupport.getDeserializationContext(mapping);
        List<NodeTuple> tuples = new ArrayList<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (Nodes.key(tuple).equals("parameters") && tuple.getValueNode() instanceof MappingNode parameters) {
                if (step.equals("toD")) {
                    refuseLiteralCode(parameters, context);
                    refuseTemplates(parameters, context);
                }
                MappingNode written = new OptionWriter(context)
                        .parameters(Nodes.withContext(parameters, context), step + " of a sandbox");
                tuples.add(new NodeTuple(tuple.getKeyNode(), written));
            } else {
                tuples.add(tuple);
            }
        }
        return tuples;
    }

    private static void refuseLiteralCode(MappingNode parameters, YamlDeserializationContext context) {
        for (NodeTuple tuple : parameters.getValue()) {
            String name = OptionNames.camelCase(Nodes.key(tuple));
            if (OptionWriter.isCode(name) && !OptionWriter.isReference(tuple.getValueNode())) {
                throw YamlError.at(
                        tuple.getKeyNode(),
                        context,
                        "toD makes its URI from the message, so text in " + name + " could be made of message data: "
                                + "use to, or name the code with resource:, #bean: or variable:");
            }
        }
    }

    private static void refuseTemplates(MappingNode parameters, YamlDeserializationContext context) {
        for (NodeTuple tuple : parameters.getValue()) {
            boolean template = OptionWriter.isValue(OptionNames.camelCase(Nodes.key(tuple)))
                    && tuple.getValueNode() instanceof ScalarNode value
                    && (value.getValue().contains("${") || value.getValue().contains("$simple{"));
            if (template) {
                throw YamlError.at(
                        tuple.getKeyNode(),
                        context,
                        "toD makes its URI from the message, so what a message brings could end the value and begin"
                                + " another option: use to, and an expression for " + Nodes.key(tuple));
            }
        }
    }
}
