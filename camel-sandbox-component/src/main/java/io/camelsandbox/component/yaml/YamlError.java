package io.camelsandbox.component.yaml;

import org.apache.camel.dsl.yaml.common.YamlDeserializationContext;
import org.apache.camel.dsl.yaml.common.YamlDeserializerSupport;
import org.apache.camel.dsl.yaml.common.exception.YamlDeserializationException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Errors that name the file and the line, and no content. */
final class YamlError {

    private YamlError() {}

    static YamlDeserializationException at(Node node, YamlDeserializationContext context, String message) {
        String line =
                node.getStartMark().map(mark -> ":" + (mark.getLine() + 1)).orElse("");
        String file = context != null && context.getResource() != null
                ? context.getResource().getLocation()
                : "YAML";
        return new YamlDeserializationException(file + line + ": " + message);
    }

    static YamlDeserializationException at(Node node, String message) {
        return at(node, YamlDeserializerSupport.getDeserializationContext(node), message);
    }
}
