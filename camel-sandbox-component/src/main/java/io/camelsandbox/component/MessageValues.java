package io.camelsandbox.component;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;

/** Values that an operation is given as data: a list of them, or a map. */
final class MessageValues {

    private final Map<String, MessageValue> values;

    private MessageValues(Map<String, MessageValue> values) {
        this.values = values;
    }

    /** Values in their order. */
    static MessageValues of(CamelContext context, String option, List<?> list) {
        Map<String, MessageValue> values = new LinkedHashMap<>();
        for (int i = 0; i < list.size(); i++) {
            values.put(String.valueOf(i), MessageValue.of(context, option + "[" + i + "]", list.get(i)));
        }
        return new MessageValues(values);
    }

    /** Values by their names. */
    static MessageValues of(CamelContext context, String option, Map<String, ?> map) {
        Map<String, MessageValue> values = new LinkedHashMap<>();
        map.forEach((name, content) -> values.put(name, MessageValue.of(context, option + "." + name, content)));
        return new MessageValues(values);
    }

    /** True when there are none. */
    boolean isEmpty() {
        return values.isEmpty();
    }

    /** All values as text; one that evaluates to nothing is refused. */
    List<String> texts(Exchange exchange) {
        return values.values().stream().map(value -> value.text(exchange)).toList();
    }

    /** The values as text by their names; one that evaluates to nothing is left out. */
    Map<String, String> textsByName(Exchange exchange) {
        Map<String, String> texts = new LinkedHashMap<>();
        values.forEach((name, value) -> value.optionalText(exchange).ifPresent(text -> texts.put(name, text)));
        return texts;
    }

    /** The values as bytes by their names; one that evaluates to nothing is refused. */
    Map<String, byte[]> bytesByName(Exchange exchange) {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        values.forEach((name, value) -> contents.put(name, value.bytes(exchange)));
        return contents;
    }

    /** The values as far as they are known without a message, by their names; an expression stands as empty. */
    Map<String, String> samples() {
        Map<String, String> samples = new LinkedHashMap<>();
        values.forEach((name, value) -> samples.put(name, value.literal().orElse("")));
        return samples;
    }
}
