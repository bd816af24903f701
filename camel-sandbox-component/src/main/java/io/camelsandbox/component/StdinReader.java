package io.camelsandbox.component;

import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.Stdin;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.NoTypeConversionAvailableException;
import org.apache.camel.StreamCache;
import org.apache.camel.util.json.Jsonable;
import org.apache.camel.util.json.Jsoner;

/** Makes standard input from the body of a message. */
final class StdinReader {

    private StdinReader() {}

    static Stdin read(Exchange exchange, StdinForm form) {
        Object body = exchange.getMessage().getBody();
        if (form == StdinForm.NONE || body == null) {
            return Stdin.EMPTY;
        }
        if (BodyKind.isTextual(body)) {
            return textual(exchange, body);
        }
        if (form == StdinForm.JSON) {
            return json(body);
        }
        throw new SandboxRefusedException("a body of type " + body.getClass().getName()
                + " cannot be standard input: use stdin=json, or convert it to text or bytes before");
    }

    /** The body as the content of a file; a body that is empty is an empty file. */
    static Stdin content(Exchange exchange) {
        Object body = exchange.getMessage().getBody();
        if (body == null) {
            return Stdin.EMPTY;
        }
        if (!BodyKind.isTextual(body)) {
            throw new SandboxRefusedException(
                    "a body of type " + body.getClass().getName()
                            + " cannot be the content of a file: convert it to text or bytes, or marshal it, before");
        }
        return textual(exchange, body);
    }

    private static Stdin textual(Exchange exchange, Object body) {
        if (body instanceof CharSequence text) {
            return new Stdin.Bytes(text.toString().getBytes(StandardCharsets.UTF_8));
        }
        if (body instanceof byte[] bytes) {
            return new Stdin.Bytes(bytes);
        }
        if (body instanceof StreamCache cache) {
            cache.reset();
        }
        try {
            return new Stdin.Stream(
                    exchange.getContext().getTypeConverter().mandatoryConvertTo(InputStream.class, exchange, body));
        } catch (NoTypeConversionAvailableException e) {
            throw new SandboxRefusedException(
                    "a body of type " + body.getClass().getName() + " cannot be read as a stream");
        }
    }

    private static Stdin json(Object body) {
        boolean known = body instanceof Map<?, ?>
                || body instanceof Collection<?>
                || body instanceof Number
                || body instanceof Boolean
                || body instanceof Jsonable;
        try {
            if (known) {
                return new Stdin.Bytes(Jsoner.serialize(body).getBytes(StandardCharsets.UTF_8));
            }
        } catch (IllegalArgumentException | StackOverflowError e) {
            // The serializer's own message shows the value.
            throw new SandboxRefusedException(
                    "the body holds a value that cannot be written as JSON: use marshal: json before");
        }
        throw new SandboxRefusedException("a body of type " + body.getClass().getName()
                + " cannot be written as JSON here: use marshal: json before");
    }
}
