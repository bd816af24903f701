package io.camelsandbox.component;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Text of a route in which some values are placeholders of Camel's properties, each a whole value. */
public final class SandboxTextTemplate {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\s*\\{\\{[^{}\\n]+}}\\s*");

    private final Object content;

    private SandboxTextTemplate(Object content) {
        this.content = content;
    }

    /** A text, or a list or map as {@link SandboxText} takes them, with placeholders among the values. */
    public static SandboxTextTemplate of(Object content) {
        return new SandboxTextTemplate(content);
    }

    /** True when a value is one placeholder and nothing else. */
    public static boolean isPlaceholder(Object value) {
        return value instanceof String text && PLACEHOLDER.matcher(text).matches();
    }

    /** The text with its placeholders resolved; {@code resolved} collects the values they had. */
    SandboxText resolve(UnaryOperator<String> resolver, List<String> resolved) {
        UnaryOperator<Object> value = item -> {
            if (!isPlaceholder(item)) {
                return item;
            }
            String text = resolver.apply(((String) item).trim());
            resolved.add(text);
            return text;
        };
        if (content instanceof List<?> list) {
            List<Object> values = new ArrayList<>();
            list.forEach(item -> values.add(value.apply(item)));
            return SandboxText.of(values);
        }
        if (content instanceof Map<?, ?> map) {
            Map<String, Object> values = new LinkedHashMap<>();
            map.forEach((key, item) -> values.put((String) key, value.apply(item)));
            return SandboxText.of(values);
        }
        return SandboxText.of((String) value.apply(content));
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "SandboxTextTemplate";
    }
}
