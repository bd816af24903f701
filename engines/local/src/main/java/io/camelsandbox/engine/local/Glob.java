package io.camelsandbox.engine.local;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A glob over paths with {@code /} between their parts: {@code *} and {@code ?} stay within a part, {@code **} does not,
 * {@code [a-z]}, {@code [!a]}, {@code {a,b}} and {@code \} mean what they do for Java's own globs, and {@code **}{@code /}
 * at the beginning also stands for nothing. Names of guests never become paths of the host, not even to be compared.
 */
final class Glob {

    private final String text;
    private final Pattern pattern;
    private final boolean literal;

    /**
     * Reads a glob.
     *
     * @throws IllegalArgumentException when it is not one
     */
    Glob(String text) {
        this.text = text;
        this.literal = text.chars().noneMatch(c -> "*?[]{}\\".indexOf(c) >= 0);
        try {
            this.pattern = Pattern.compile(translate(text), Pattern.DOTALL);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("'" + text + "' is not a glob", e);
        }
    }

    /** True when it can match only itself. */
    boolean isLiteral() {
        return literal;
    }

    /** As it was written. */
    String text() {
        return text;
    }

    boolean matches(String name) {
        return pattern.matcher(name).matches();
    }

    private static String translate(String glob) {
        var regex = new StringBuilder();
        int i = 0;
        int depth = 0;
        if (glob.startsWith("**/")) {
            regex.append("(?:.*/)?");
            i = 3;
        }
        while (i < glob.length()) {
            char c = glob.charAt(i++);
            switch (c) {
                case '*' -> {
                    boolean across = i < glob.length() && glob.charAt(i) == '*';
                    regex.append(across ? ".*" : "[^/]*");
                    i += across ? 1 : 0;
                }
                case '?' -> regex.append("[^/]");
                case '[' -> i = bracket(glob, i, regex);
                case '{' -> {
                    depth++;
                    regex.append("(?:");
                }
                case '}' -> {
                    regex.append(depth > 0 ? ")" : "\\}");
                    depth = Math.max(0, depth - 1);
                }
                case ',' -> regex.append(depth > 0 ? "|" : ",");
                case '\\' -> {
                    if (i == glob.length()) {
                        throw new IllegalArgumentException("'" + glob + "' is not a glob: it ends with a backslash");
                    }
                    regex.append(Pattern.quote(String.valueOf(glob.charAt(i++))));
                }
                default -> regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return regex.toString();
    }

    private static int bracket(String glob, int begin, StringBuilder regex) {
        int end = glob.indexOf(']', begin + 1);
        if (end < 0) {
            throw new IllegalArgumentException("'" + glob + "' is not a glob: a [ is not closed");
        }
        String inside = glob.substring(begin, end);
        boolean negated = inside.startsWith("!");
        String characters = (negated ? inside.substring(1) : inside)
                .replace("\\", "\\\\")
                .replace("[", "\\[")
                .replace("^", "\\^")
                .replace("&&", "&\\&");
        regex.append("(?!/)[").append(negated ? "^" : "").append(characters).append("]");
        return end + 1;
    }
}
