package io.camelsandbox.sandbox.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one JSON value from a text. */
final class JsonReader {

    private static final int DEEPEST = 256;
    private static final int LONGEST_NUMBER = 1_000;
    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d{1,4})?");

    private final String text;
    private int at;

    JsonReader(String text) {
        this.text = text;
    }

    /** The only value of the text. */
    Object value() {
        Object value = any(0);
        blanks();
        if (at < text.length()) {
            throw wrong("nothing more");
        }
        return value;
    }

    private Object any(int depth) {
        if (depth > DEEPEST) {
            throw new JsonException("JSON is nested more than " + DEEPEST + " deep");
        }
        blanks();
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            case 't' -> word("true", Boolean.TRUE);
            case 'f' -> word("false", Boolean.FALSE);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object(int depth) {
        var object = new LinkedHashMap<String, Object>();
        at++;
        blanks();
        if (accept('}')) {
            return object;
        }
        do {
            blanks();
            String key = string();
            blanks();
            require(':');
            Object value = any(depth + 1);
            if (object.containsKey(key)) {
                throw wrong("each key once");
            }
            object.put(key, value);
            blanks();
        } while (accept(','));
        require('}');
        return object;
    }

    private List<Object> array(int depth) {
        var array = new ArrayList<>();
        at++;
        blanks();
        if (accept(']')) {
            return array;
        }
        do {
            array.add(any(depth + 1));
            blanks();
        } while (accept(','));
        require(']');
        return array;
    }

    private String string() {
        require('"');
        var string = new StringBuilder();
        while (true) {
            char c = next();
            if (c == '"') {
                return string.toString();
            }
            if (c < ' ') {
                throw wrong("an escape for a control character");
            }
            string.append(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() {
        char c = next();
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw wrong("an escape");
        };
    }

    private char unicode() {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(next(), 16);
            if (digit < 0) {
                throw wrong("four hexadecimal digits");
            }
            code = code * 16 + digit;
        }
        return (char) code;
    }

    private Object number() {
        Matcher number = NUMBER.matcher(text).region(at, Math.min(text.length(), at + LONGEST_NUMBER));
        if (!number.lookingAt()) {
            throw wrong("a value");
        }
        at = number.end();
        BigDecimal decimal = new BigDecimal(number.group());
        boolean whole = number.group(1) == null && number.group(2) == null;
        return whole && decimal.precision() <= 18 ? (Object) decimal.longValueExact() : decimal;
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw wrong("a value");
        }
        at += word.length();
        return value;
    }

    private void blanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw wrong("more");
        }
        return text.charAt(at);
    }

    private char next() {
        char c = peek();
        at++;
        return c;
    }

    private boolean accept(char c) {
        boolean there = at < text.length() && text.charAt(at) == c;
        at += there ? 1 : 0;
        return there;
    }

    private void require(char c) {
        if (!accept(c)) {
            throw wrong("'" + c + "'");
        }
    }

    private JsonException wrong(String expected) {
        return new JsonException("JSON is wrong at character " + at + ": expected " + expected);
    }
}
