package io.camelsandbox.component.yaml;

import io.camelsandbox.component.OptionNames;
import io.camelsandbox.component.SandboxText;
import io.camelsandbox.component.SandboxTextTemplate;
import io.camelsandbox.component.SandboxTexts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.apache.camel.ExpressionFactory;
import org.apache.camel.dsl.yaml.common.YamlDeserializationContext;
import org.apache.camel.model.language.ExpressionDefinition;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Writes options of the sandbox endpoint as parameters that survive Camel's way through a URI: text, lists and maps
 * are bound in the registry and named.
 */
final class OptionWriter {

    private static final Set<String> TEXTS = Set.of("code", "command");
    private static final Set<String> LISTS =
            Set.of("args", "inheritEnv", "outputFiles", "allowedModules", "mounts", "tags", "secrets", "volumes");
    private static final Set<String> MAPS = Set.of("env", "inputFiles", "annotations", "mountedFiles");
    private static final Set<String> VALUES = Set.of("sandboxId", "snapshotId", "path", "requestId");
    private static final Set<String> WITH_EXPRESSIONS = Set.of(
            "args",
            "env",
            "inputFiles",
            "tags",
            "annotations",
            "mountedFiles",
            "sandboxId",
            "snapshotId",
            "path",
            "requestId");

    private static final Pattern REFERENCE =
            Pattern.compile("(#bean:[\\w.-]+|(resource|classpath|file|variable):[^\\s;(){}]+|"
                    + "resource:(classpath|file):[^\\s;(){}]+)");
    private static final Pattern PLAIN = Pattern.compile("[\\w.:/*-]+");

    private final YamlDeserializationContext context;
    private final CamelContext camel;
    private final SandboxTexts texts;

    OptionWriter(YamlDeserializationContext context) {
        this.context = context;
        this.camel = context.getCamelContext();
        this.texts = SandboxTexts.of(camel);
    }

    /** True for options whose literal value is text that a URI cannot carry. */
    static boolean isCode(String option) {
        return TEXTS.contains(option);
    }

    static boolean isList(String option) {
        return LISTS.contains(option);
    }

    /** True for an option whose one value may be an expression. */
    static boolean isValue(String option) {
        return VALUES.contains(option);
    }

    static boolean isMap(String option) {
        return MAPS.contains(option);
    }

    /** True where a value names text that is elsewhere, instead of being it. */
    static boolean isReference(Node value) {
        return value instanceof ScalarNode scalar
                && REFERENCE.matcher(scalar.getValue()).matches();
    }

    /**
     * The parameters for options as they are written.
     *
     * @param where what is written there, for messages
     */
    MappingNode parameters(MappingNode options, String where) {
        Map<String, NodeTuple> written = new LinkedHashMap<>();
        Map<String, List<NodeTuple>> spread = new LinkedHashMap<>();
        for (NodeTuple tuple : options.getValue()) {
            String name = OptionNames.camelCase(Nodes.key(tuple));
            int dot = name.indexOf('.');
            if (dot > 0 && MAPS.contains(name.substring(0, dot))) {
                spread.computeIfAbsent(name.substring(0, dot), key -> new ArrayList<>())
                        .add(new NodeTuple(
                                Nodes.scalar(name.substring(dot + 1), tuple.getKeyNode()), tuple.getValueNode()));
            } else if (written.put(name, tuple) != null) {
                throw error(tuple.getKeyNode(), where + ": option " + name + " is given twice");
            }
        }
        List<NodeTuple> parameters = new ArrayList<>();
        written.forEach((name, tuple) ->
                parameters.add(parameter(name, merged(tuple.getValueNode(), spread.remove(name)), tuple, where)));
        spread.forEach((name, tuples) -> parameters.add(
                parameter(name, Nodes.mapping(tuples, tuples.get(0).getKeyNode()), tuples.get(0), where)));
        return Nodes.mapping(parameters, options);
    }

    private static Node merged(Node value, List<NodeTuple> spread) {
        if (spread == null || !(value instanceof MappingNode mapping)) {
            return value;
        }
        List<NodeTuple> all = new ArrayList<>(mapping.getValue());
        all.addAll(spread);
        return Nodes.mapping(all, value);
    }

    private NodeTuple parameter(String name, Node value, NodeTuple tuple, String where) {
        String text;
        if (Nodes.isNull(value)) {
            throw error(value, where + ": option " + name + " has no value");
        } else if (TEXTS.contains(name)) {
            text = text(name, value, where);
        } else if (LISTS.contains(name)) {
            text = list(name, value, where);
        } else if (MAPS.contains(name)) {
            text = map(name, value, where);
        } else if (VALUES.contains(name)) {
            text = value(name, value, where);
        } else if (value instanceof ScalarNode scalar) {
            text = scalar.getValue();
        } else {
            throw error(value, where + ": option " + name + " must be one value");
        }
        return new NodeTuple(Nodes.scalar(name, tuple.getKeyNode()), Nodes.scalar(text, value));
    }

    private String text(String name, Node value, String where) {
        if (!(value instanceof ScalarNode scalar)) {
            throw error(value, where + ": option " + name + " must be text");
        }
        if (isReference(value)) {
            return scalar.getValue();
        }
        return bind(scalar.getValue(), List.of(scalar.getValue()), value);
    }

    private String value(String name, Node value, String where) {
        if (isReference(value)) {
            return ((ScalarNode) value).getValue();
        }
        Object content = item(name, value, where);
        return content instanceof String text && PLAIN.matcher(text).matches()
                ? text
                : bind(content, List.of(content), value);
    }

    private String list(String name, Node value, String where) {
        if (value instanceof ScalarNode scalar) {
            boolean plain =
                    isReference(value) || PLAIN.matcher(scalar.getValue()).matches();
            return plain ? scalar.getValue() : bind(scalar.getValue(), List.of(scalar.getValue()), value);
        }
        if (!(value instanceof SequenceNode sequence)) {
            throw error(value, where + ": option " + name + " must be a list");
        }
        List<Object> values = new ArrayList<>();
        sequence.getValue().forEach(item -> values.add(item(name, item, where)));
        boolean plain = !values.isEmpty()
                && values.stream()
                        .allMatch(item -> item instanceof String text
                                && PLAIN.matcher(text).matches());
        return plain ? String.join(",", values.stream().map(String.class::cast).toList()) : bind(values, values, value);
    }

    private String map(String name, Node value, String where) {
        if (isReference(value)) {
            return ((ScalarNode) value).getValue();
        }
        if (!(value instanceof MappingNode mapping)) {
            throw error(value, where + ": option " + name + " must be a map of names and values");
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            String key = Nodes.key(tuple);
            if (values.put(key, item(name, tuple.getValueNode(), where)) != null) {
                throw error(tuple.getKeyNode(), where + ": " + name + " has '" + key + "' twice");
            }
        }
        return bind(values, values.values(), value);
    }

    private Object item(String name, Node item, String where) {
        if (item instanceof ScalarNode scalar && !Nodes.isNull(item)) {
            return scalar.getValue();
        }
        boolean expression =
                item instanceof MappingNode mapping && mapping.getValue().size() == 1;
        if (expression && WITH_EXPRESSIONS.contains(name)) {
            return context.construct(Nodes.withContext(item, context), ExpressionDefinition.class);
        }
        String allowed = WITH_EXPRESSIONS.contains(name) ? "text, or an expression such as {simple: …}" : "text";
        String subject = VALUES.contains(name) ? "option " + name : "the values of " + name;
        throw error(item, where + ": " + subject + " must be " + allowed);
    }

    private String bind(Object content, Iterable<?> values, Node node) {
        for (Object value : values) {
            if (SandboxTextTemplate.isPlaceholder(value)) {
                return texts.bindTemplate(SandboxTextTemplate.of(content), Nodes.canonical(node));
            }
        }
        return texts.bind(holder(content), Nodes.canonical(node));
    }

    @SuppressWarnings("unchecked")
    private static SandboxText holder(Object content) {
        if (content instanceof Map<?, ?> map) {
            return SandboxText.of((Map<String, Object>) map);
        }
        if (content instanceof List<?> list) {
            return SandboxText.of(list);
        }
        return content instanceof ExpressionFactory expression
                ? SandboxText.of(expression)
                : SandboxText.of((String) content);
    }

    private RuntimeException error(Node node, String message) {
        return YamlError.at(node, context, message);
    }
}
