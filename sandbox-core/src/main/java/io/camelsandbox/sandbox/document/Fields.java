package io.camelsandbox.sandbox.document;

import io.camelsandbox.Quoted;
import io.camelsandbox.SandboxRefusedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The fields of one object of a document, each read once and with its type checked. Names are written {@code snake_case};
 * {@code camelCase} is read too, and both spellings of one field are refused, as is a name that nobody asked for.
 */
final class Fields {

    private final String where;
    private final Map<String, Object> values = new LinkedHashMap<>();
    private final Set<String> known = new TreeSet<>();

    private Fields(String where, Map<?, ?> source) {
        this.where = where;
        source.forEach((key, value) -> {
            String name = snake(String.valueOf(key));
            if (values.containsKey(name)) {
                throw new SandboxRefusedException(where + ": '" + Quoted.text(name) + "' is there in two spellings");
            }
            values.put(name, value);
        });
    }

    /** The fields of {@code value}, which {@code where} names in messages. */
    static Fields of(String where, Object value) {
        if (value instanceof Map<?, ?> map) {
            return new Fields(where, map);
        }
        throw new SandboxRefusedException(where + " must be an object with fields");
    }

    /** Refuses fields that were not asked for. */
    void requireAllKnown() {
        for (String name : values.keySet()) {
            if (!known.contains(name)) {
                throw new SandboxRefusedException(
                        where + " has no field '" + Quoted.text(name) + "': there are " + known);
            }
        }
    }

    Optional<String> text(String name) {
        return value(name).map(value -> {
            if (value instanceof CharSequence || value instanceof Number) {
                return value.toString();
            }
            throw wrong(name, "a text");
        });
    }

    String requiredText(String name) {
        return text(name).orElseThrow(() -> new SandboxRefusedException(where + " needs '" + name + "'"));
    }

    Optional<byte[]> bytes(String name) {
        return value(name).map(value -> {
            if (value instanceof byte[] bytes) {
                return bytes;
            }
            if (value instanceof CharSequence text) {
                return text.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
            }
            throw wrong(name, "a text or bytes");
        });
    }

    Optional<Boolean> flag(String name) {
        return value(name).map(value -> {
            String text = value.toString().toLowerCase(Locale.ROOT);
            if (text.equals("true") || text.equals("false")) {
                return text.equals("true");
            }
            throw wrong(name, "true or false");
        });
    }

    OptionalLong number(String name) {
        Optional<Object> value = value(name);
        if (value.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(new java.math.BigDecimal(value.get().toString()).longValueExact());
        } catch (NumberFormatException e) {
            throw wrong(name, "a whole number");
        } catch (ArithmeticException e) {
            throw wrong(name, "a whole number that fits");
        }
    }

    OptionalInt integer(String name) {
        OptionalLong number = number(name);
        if (number.isPresent() && number.getAsLong() != (int) number.getAsLong()) {
            throw wrong(name, "a whole number that fits");
        }
        return number.isPresent() ? OptionalInt.of((int) number.getAsLong()) : OptionalInt.empty();
    }

    <E extends Enum<E>> Optional<E> choice(String name, Class<E> type) {
        return text(name).map(text -> {
            for (E choice : type.getEnumConstants()) {
                if (choice.name().replace("_", "").equalsIgnoreCase(text.replace("_", ""))) {
                    return choice;
                }
            }
            var choices = new ArrayList<String>();
            for (E choice : type.getEnumConstants()) {
                choices.add(choice.name().toLowerCase(Locale.ROOT));
            }
            throw wrong(name, "one of " + choices);
        });
    }

    /** A list of texts; one text alone is no list. */
    Optional<List<String>> texts(String name) {
        return items(name).map(items -> items.stream()
                .map(item -> {
                    if (item instanceof CharSequence || item instanceof Number) {
                        return item.toString();
                    }
                    throw wrong(name, "a list of texts");
                })
                .toList());
    }

    Optional<List<Object>> items(String name) {
        return value(name).map(value -> {
            if (value instanceof Iterable<?> items) {
                var list = new ArrayList<Object>();
                items.forEach(list::add);
                return list;
            }
            throw wrong(name, "a list");
        });
    }

    <T> Optional<List<T>> objects(String name, Function<Fields, T> reader) {
        return items(name).map(items -> items.stream()
                .map(item -> whole(Fields.of(where + "." + name, item), reader))
                .toList());
    }

    <T> Optional<T> object(String name, Function<Fields, T> reader) {
        return value(name).map(value -> whole(Fields.of(where + "." + name, value), reader));
    }

    Map<String, String> textMap(String name) {
        Optional<Object> value = value(name);
        if (value.isEmpty()) {
            return Map.of();
        }
        if (!(value.get() instanceof Map<?, ?> map)) {
            throw wrong(name, "names with texts");
        }
        var texts = new LinkedHashMap<String, String>();
        map.forEach((key, item) -> {
            if (!(item instanceof CharSequence || item instanceof Number || item instanceof Boolean)) {
                throw wrong(name, "names with texts");
            }
            texts.put(String.valueOf(key), item.toString());
        });
        return texts;
    }

    boolean has(String name) {
        known.add(name);
        return values.get(name) != null;
    }

    Object raw(String name) {
        known.add(name);
        return values.get(name);
    }

    SandboxRefusedException wrong(String name, String expected) {
        return new SandboxRefusedException(where + ": '" + name + "' must be " + expected);
    }

    private Optional<Object> value(String name) {
        known.add(name);
        return Optional.ofNullable(values.get(name));
    }

    private static <T> T whole(Fields fields, Function<Fields, T> reader) {
        T read = reader.apply(fields);
        fields.requireAllKnown();
        return read;
    }

    private static String snake(String name) {
        var snake = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c >= 'A' && c <= 'Z' && i > 0) {
                snake.append('_');
            }
            snake.append(Character.toLowerCase(c));
        }
        return snake.toString();
    }
}
