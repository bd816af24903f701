package io.camelsandbox.component;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.camel.ExpressionFactory;

/**
 * Text of a route on its way to an endpoint, byte for byte: bound in the registry, it is neither taken apart as a URI
 * nor searched for placeholders, as a {@code String} would be.
 */
public final class SandboxText {

    private final Object content;

    private SandboxText(Object content) {
        this.content = Objects.requireNonNull(content);
    }

    /** One text, such as code. */
    public static SandboxText of(String text) {
        return new SandboxText(text);
    }

    /** One value that is evaluated for each exchange. */
    public static SandboxText of(ExpressionFactory value) {
        return new SandboxText(value);
    }

    /** Values in their order; each is a {@code String} or a {@link ExpressionFactory}. */
    public static SandboxText of(List<?> values) {
        return new SandboxText(List.copyOf(values));
    }

    /** Values by their names, each as in a list. */
    public static SandboxText of(Map<String, ?> values) {
        return new SandboxText(Collections.unmodifiableMap(new LinkedHashMap<>(values)));
    }

    Object content() {
        return content;
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "SandboxText";
    }
}
