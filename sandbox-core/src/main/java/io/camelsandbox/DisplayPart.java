package io.camelsandbox;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * One representation of a value that an execution showed.
 *
 * @param value   which value it is of, counted from 0; parts with the same number are the same thing in several forms
 * @param type    its MIME type, such as {@code text/plain}, {@code text/html}, {@code application/json},
 *                {@code image/png} or {@code image/svg+xml}; lower case, without parameters
 * @param content its bytes, text in UTF-8; not copied, must not be changed
 */
public record DisplayPart(int value, String type, byte[] content) {

    public DisplayPart {
        Objects.requireNonNull(type);
        Objects.requireNonNull(content);
    }

    /** True for a type whose content is text: {@code text/…}, JSON and whatever is written in XML or JSON. */
    public boolean isText() {
        return type.startsWith("text/")
                || type.equals("application/json")
                || type.endsWith("+json")
                || type.endsWith("+xml")
                || type.equals("application/xml")
                || type.equals("application/javascript");
    }

    /** {@link #content()} as text: what is not UTF-8 becomes U+FFFD. */
    public String text() {
        return new String(content, StandardCharsets.UTF_8);
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "DisplayPart[value=" + value + ", type=" + type + ", bytes=" + content.length + "]";
    }
}
