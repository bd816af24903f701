package io.camelsandbox.conformance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON as maps, lists, strings, numbers, booleans and null: just enough for the kit's own data files. */
final class Json {

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object parse(String text) {
        var json = new Json(text);
        Object value = json.value();
        json.space();
        if (json.at != text.length()) {
            throw json.error("the end");
        }
        return value;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(String text) {
        return (Map<String, Object>) parse(text);
    }

    private Object value() {
        space();
        char next = peek();
        return switch (next) {
            case '{' -> members();
            case '[' -> elements();
            case '"' -> string();
            case 't' -> word("true", Boolean.TRUE);
            case 'f' -> word("false", Boolean.FALSE);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> members() {
        var members = new LinkedHashMap<String, Object>();
        at++;
        space();
        if (peek() == '}') {
            at++;
            return members;
        }
        do {
            space();
            String name = string();
            space();
            expect(':');
            members.put(name, value());
            space();
        } while (comma());
        expect('}');
        return members;
    }

    private List<Object> elements() {
        var elements = new ArrayList<>();
        at++;
        space();
        if (peek() == ']') {
            at++;
            return elements;
        }
        do {
            elements.add(value());
            space();
        } while (comma());
        expect(']');
        return elements;
    }

    private String string() {
        expect('"');
        var out = new StringBuilder();
        while (peek() != '"') {
            char next = text.charAt(at++);
            out.append(next == '\\' ? escape() : next);
        }
        at++;
        return out.toString();
    }

    private char escape() {
        char next = text.charAt(at++);
        return switch (next) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case '"', '\\', '/' -> next;
            case 'u' -> {
                at += 4;
                yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
            }
            // Rows that are JSON inside JSON are written with the escapes of other languages too.
            case '0' -> '\0';
            default -> throw error("an escape");
        };
    }

    private Number number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String number = text.substring(start, at);
        if (number.isEmpty()) {
            throw error("a value");
        }
        return number.matches("-?\\d+") ? (Number) Long.valueOf(number) : Double.valueOf(number);
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw error(word);
        }
        at += word.length();
        return value;
    }

    private boolean comma() {
        if (peek() == ',') {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char wanted) {
        if (peek() != wanted) {
            throw error("'" + wanted + "'");
        }
        at++;
    }

    private char peek() {
        if (at >= text.length()) {
            throw error("more");
        }
        return text.charAt(at);
    }

    private void space() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private IllegalArgumentException error(String wanted) {
        return new IllegalArgumentException("JSON: expected " + wanted + " at " + at);
    }
}
