package io.camelsandbox.component;

import io.camelsandbox.SandboxRefusedException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.ExpressionFactory;
import org.apache.camel.NoTypeConversionAvailableException;
import org.apache.camel.WrappedFile;

/** Values that a run is given as data: literal, or expressions that are evaluated for each exchange. */
final class MessageValues {

    /** One value; evaluated, it is never looked at as code or as a template. */
    private record Value(String option, Object literal, Expression expression) {

        Optional<Object> get(Exchange exchange) {
            return Optional.ofNullable(expression == null ? literal : expression.evaluate(exchange, Object.class));
        }
    }

    private final Map<String, Value> values;

    private MessageValues(Map<String, Value> values) {
        this.values = values;
    }

    /** Values in their order. */
    static MessageValues of(CamelContext context, String option, List<?> list) {
        Map<String, Value> values = new LinkedHashMap<>();
        for (int i = 0; i < list.size(); i++) {
            values.put(String.valueOf(i), value(context, option + "[" + i + "]", list.get(i)));
        }
        return new MessageValues(values);
    }

    /** Values by their names. */
    static MessageValues of(CamelContext context, String option, Map<String, ?> map) {
        Map<String, Value> values = new LinkedHashMap<>();
        map.forEach((name, content) -> values.put(name, value(context, option + "." + name, content)));
        return new MessageValues(values);
    }

    private static Value value(CamelContext context, String option, Object content) {
        if (content == null) {
            throw new SandboxRefusedException(option + " has no value");
        }
        if (content instanceof ExpressionFactory factory) {
            Expression expression = factory.createExpression(context);
            expression.init(context);
            return new Value(option, null, expression);
        }
        return new Value(option, content, null);
    }

    /** All values as text; one that evaluates to nothing is refused. */
    List<String> texts(Exchange exchange) {
        return values.values().stream()
                .map(value -> text(exchange, value.option, value.get(exchange).orElseThrow(() -> nothing(value))))
                .toList();
    }

    /** The values as text by their names; one that evaluates to nothing is left out. */
    Map<String, String> textsByName(Exchange exchange) {
        Map<String, String> texts = new LinkedHashMap<>();
        values.forEach((name, value) ->
                value.get(exchange).ifPresent(content -> texts.put(name, text(exchange, value.option, content))));
        return texts;
    }

    /** The values as bytes by their names; one that evaluates to nothing is refused. */
    Map<String, byte[]> bytesByName(Exchange exchange) {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            Object content = value.get(exchange).orElseThrow(() -> nothing(value));
            contents.put(name, bytes(exchange, value.option, content));
        });
        return contents;
    }

    /** The values as far as they are known without a message, by their names; an expression stands as empty. */
    Map<String, String> samples() {
        Map<String, String> samples = new LinkedHashMap<>();
        values.forEach((name, value) -> samples.put(name, value.literal instanceof String text ? text : ""));
        return samples;
    }

    private static String text(Exchange exchange, String option, Object content) {
        boolean plain = content instanceof CharSequence
                || content instanceof Number
                || content instanceof Boolean
                || content instanceof Character
                || content instanceof Enum<?>;
        return plain ? content.toString() : convert(exchange, option, content, String.class);
    }

    private static byte[] bytes(Exchange exchange, String option, Object content) {
        if (content instanceof Number || content instanceof Boolean) {
            return content.toString().getBytes(StandardCharsets.UTF_8);
        }
        return content instanceof String text
                ? text.getBytes(StandardCharsets.UTF_8)
                : convert(exchange, option, content, byte[].class);
    }

    private static <T> T convert(Exchange exchange, String option, Object content, Class<T> type) {
        if (!BodyKind.isTextual(content) && !(content instanceof WrappedFile<?>)) {
            throw new SandboxRefusedException(
                    option + " is a " + content.getClass().getName() + ": give text, bytes, a stream or a number");
        }
        try {
            return exchange.getContext().getTypeConverter().mandatoryConvertTo(type, exchange, content);
        } catch (NoTypeConversionAvailableException e) {
            throw new SandboxRefusedException(
                    option + " is a " + content.getClass().getName() + ", which cannot be read as text");
        }
    }

    private static SandboxRefusedException nothing(Value value) {
        return new SandboxRefusedException(value.option + " evaluated to nothing");
    }
}
