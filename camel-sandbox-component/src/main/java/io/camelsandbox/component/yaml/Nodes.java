package io.camelsandbox.component.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.camel.dsl.yaml.common.YamlDeserializationContext;
import org.apache.camel.dsl.yaml.common.YamlDeserializerSupport;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads and makes YAML nodes. */
final class Nodes {

    private Nodes() {}

    static boolean isNull(Node node) {
        return Tag.NULL.equals(node.getTag());
    }

    static String key(NodeTuple tuple) {
        if (tuple.getKeyNode() instanceof ScalarNode key) {
            return key.getValue();
        }
        throw YamlError.at(tuple.getKeyNode(), "a key must be a plain name");
    }

    /** A text where {@code like} stands, so that errors further on name its line. */
    static ScalarNode scalar(String text, Node like) {
        return withContext(
                new ScalarNode(Tag.STR, true, text, ScalarStyle.DOUBLE_QUOTED, like.getStartMark(), like.getEndMark()),
                YamlDeserializerSupport.getDeserializationContext(like));
    }

    /** A mapping where {@code like} stands. */
    static MappingNode mapping(List<NodeTuple> tuples, Node like) {
        Optional<Mark> start = like.getStartMark();
        return withContext(
                new MappingNode(Tag.MAP, true, new ArrayList<>(tuples), FlowStyle.BLOCK, start, like.getEndMark()),
                YamlDeserializerSupport.getDeserializationContext(like));
    }

    static <T extends Node> T withContext(T node, YamlDeserializationContext context) {
        YamlDeserializerSupport.setDeserializationContext(node, context);
        return node;
    }

    /** A text that two nodes share only when they hold the same. */
    static String canonical(Node node) {
        var text = new StringBuilder();
        append(node, text);
        return text.toString();
    }

    private static void append(Node node, StringBuilder text) {
        if (node instanceof ScalarNode scalar) {
            text.append('s').append(scalar.getValue().length()).append(':').append(scalar.getValue());
        } else if (node instanceof SequenceNode sequence) {
            text.append('[');
            sequence.getValue().forEach(item -> append(item, text));
            text.append(']');
        } else if (node instanceof MappingNode mapping) {
            text.append('{');
            mapping.getValue().forEach(tuple -> {
                append(tuple.getKeyNode(), text);
                append(tuple.getValueNode(), text);
            });
            text.append('}');
        }
    }
}
