package io.camelsandbox.component;

import io.camelsandbox.SandboxRefusedException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.ExpressionFactory;
import org.apache.camel.NoTypeConversionAvailableException;
import org.apache.camel.WrappedFile;
import org.apache.camel.support.ExchangeHelper;

/** One value that an operation is given as data: literal, a variable's, or an expression's for each exchange. */
final class MessageValue {

    private static final String VARIABLE = "variable:";

    private interface Source {
        Object get(Exchange exchange);
    }

    private final String option;
    private final String literal;
    private final Source source;

    private MessageValue(String option, String literal, Source source) {
        this.option = option;
        this.literal = literal;
        this.source = source;
    }

    /** A value that is {@code content}, or what the expression gives that it is; never looked at as a template. */
    static MessageValue of(CamelContext context, String option, Object content) {
        if (content == null) {
            throw new SandboxRefusedException(option + " has no value");
        }
        if (content instanceof ExpressionFactory factory) {
            return evaluated(context, option, factory.createExpression(context));
        }
        if (content instanceof Expression expression) {
            return evaluated(context, option, expression);
        }
        return new MessageValue(option, content instanceof String text ? text : null, exchange -> content);
    }

    /** {@link #of}, where text may also name a variable: {@code variable:NAME}. */
    static MessageValue ofReference(CamelContext context, String option, Object content) {
        if (content instanceof String text && text.startsWith(VARIABLE)) {
            String name = text.substring(VARIABLE.length()).trim();
            return new MessageValue(option, null, exchange -> ExchangeHelper.getVariable(exchange, name));
        }
        return of(context, option, content);
    }

    private static MessageValue evaluated(CamelContext context, String option, Expression expression) {
        expression.init(context);
        return new MessageValue(option, null, exchange -> expression.evaluate(exchange, Object.class));
    }

    /** The text that it is for every exchange; empty where that depends. */
    Optional<String> literal() {
        return Optional.ofNullable(literal);
    }

    /** The value as text; one that is nothing is refused. */
    String text(Exchange exchange) {
        return optionalText(exchange).orElseThrow(this::nothing);
    }

    /** The value as text; empty where it is nothing. */
    Optional<String> optionalText(Exchange exchange) {
        return Optional.ofNullable(source.get(exchange)).map(content -> text(exchange, content));
    }

    /** The value as bytes; one that is nothing is refused. */
    byte[] bytes(Exchange exchange) {
        Object content = Optional.ofNullable(source.get(exchange)).orElseThrow(this::nothing);
        if (content instanceof Number || content instanceof Boolean) {
            return content.toString().getBytes(StandardCharsets.UTF_8);
        }
        return content instanceof String text
                ? text.getBytes(StandardCharsets.UTF_8)
                : convert(exchange, content, byte[].class);
    }

    private String text(Exchange exchange, Object content) {
        boolean plain = content instanceof CharSequence
                || content instanceof Number
                || content instanceof Boolean
                || content instanceof Character
                || content instanceof Enum<?>;
        return plain ? content.toString() : convert(exchange, content, String.class);
    }

    private <T> T convert(Exchange exchange, Object content, Class<T> type) {
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

    private SandboxRefusedException nothing() {
        return new SandboxRefusedException(option + " evaluated to nothing");
    }
}
