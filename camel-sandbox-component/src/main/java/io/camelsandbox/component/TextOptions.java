package io.camelsandbox.component;

import io.camelsandbox.SandboxRefusedException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.CamelContext;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.EndpointHelper;

/**
 * The options whose values came as objects: beans that hold text, lists and maps. They are looked up here since Camel
 * would turn them into one {@code String} and resolve placeholders in it.
 */
final class TextOptions {

    static final TextOptions NONE = new TextOptions(Map.of());

    private static final Set<String> NAMES = Set.of(
            "code",
            "command",
            "args",
            "env",
            "inputFiles",
            "sandboxId",
            "snapshotId",
            "path",
            "requestId",
            "tags",
            "annotations",
            "mountedFiles",
            "secrets",
            "volumes",
            "inheritEnv",
            "outputFiles",
            "allowedModules",
            "mounts");

    private static final Set<String> MAPS = Set.of("env", "inputFiles", "annotations", "mountedFiles");

    private final Map<String, Object> contents;

    private TextOptions(Map<String, Object> contents) {
        this.contents = contents;
    }

    /** Takes those options out of the parameters of an endpoint. */
    static TextOptions take(CamelContext context, Map<String, Object> parameters) {
        Map<String, Object> contents = new LinkedHashMap<>();
        for (String name : NAMES) {
            Object value = parameters.get(name);
            Object content = value instanceof String text ? referenced(context, text) : value;
            if (content != null) {
                contents.put(name, content instanceof SandboxText text ? text.content() : content);
                parameters.remove(name);
            }
        }
        for (String name : MAPS) {
            takeEntries(context, parameters, name, contents);
        }
        return new TextOptions(contents);
    }

    /** Entries given one by one, {@code env.NAME}: Camel's binding would see a path in what is a name. */
    private static void takeEntries(
            CamelContext context, Map<String, Object> parameters, String name, Map<String, Object> contents) {
        String prefix = name + ".";
        Map<String, Object> entries = new LinkedHashMap<>();
        parameters.forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                Object content = value instanceof String text ? referenced(context, text) : value;
                entries.put(
                        key.substring(prefix.length()),
                        content == null ? value : content instanceof SandboxText text ? text.content() : content);
            }
        });
        entries.keySet().forEach(entry -> parameters.remove(prefix + entry));
        if (!entries.isEmpty()) {
            if (contents.get(name) instanceof Map<?, ?> map) {
                map.forEach((key, value) -> entries.putIfAbsent(String.valueOf(key), value));
            } else if (contents.containsKey(name)) {
                throw wrongType(name, "a map", contents.get(name));
            }
            contents.put(name, entries);
        }
    }

    private static Object referenced(CamelContext context, String text) {
        if (!EndpointHelper.isReferenceParameter(text) || text.indexOf('\n') >= 0) {
            return null;
        }
        String name = text.startsWith("#bean:") ? text.substring("#bean:".length()) : text.substring(1);
        return name.matches("[\\w.$:/-]+") ? CamelContextHelper.mandatoryLookup(context, name) : null;
    }

    boolean has(String name) {
        return contents.containsKey(name);
    }

    /** What {@code name} holds: text, or an expression. */
    Object value(String name) {
        return contents.get(name);
    }

    /** The one text that {@code name} holds. */
    String text(String name) {
        Object content = contents.get(name);
        if (content instanceof CharSequence text) {
            return text.toString();
        }
        if (content instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        throw wrongType(name, "text", content);
    }

    /** The values of a list whose elements are text. */
    List<String> list(String name, String written) {
        return RequestFields.texts(name, has(name) ? contents.get(name) : OptionLists.split(written));
    }

    /** The values of a list whose elements may be expressions. */
    List<?> values(String name, String written) {
        Object content = has(name) ? contents.get(name) : OptionLists.split(written);
        if (content instanceof Collection<?> values) {
            return new ArrayList<>(values);
        }
        if (content instanceof CharSequence text) {
            return OptionLists.split(text.toString());
        }
        throw wrongType(name, "a list", content);
    }

    /** The values of a map whose elements may be expressions, on top of those that were written one by one. */
    Map<String, ?> valuesByName(String name, Map<String, Object> written) {
        Map<String, Object> values = new LinkedHashMap<>(written);
        if (has(name)) {
            if (!(contents.get(name) instanceof Map<?, ?> map)) {
                throw wrongType(name, "a map", contents.get(name));
            }
            map.forEach((key, value) -> values.put(String.valueOf(key), value));
        }
        return values;
    }

    private static SandboxRefusedException wrongType(String name, String wanted, Object content) {
        return new SandboxRefusedException(
                name + " must be " + wanted + ", not a " + content.getClass().getName());
    }
}
