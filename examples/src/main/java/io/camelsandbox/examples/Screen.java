package io.camelsandbox.examples;

import java.io.PrintStream;
import java.util.Objects;

/** Where people read: a stream, with colours or without. */
final class Screen {

    enum Style {
        BOLD("1"),
        DIM("2"),
        GOOD("32"),
        WARNING("33"),
        BAD("31");

        private final String code;

        Style(String code) {
            this.code = code;
        }
    }

    private final PrintStream out;
    private final boolean colours;

    Screen(PrintStream out, boolean colours) {
        this.out = Objects.requireNonNull(out);
        this.colours = colours;
    }

    void line(String text) {
        out.println(text);
    }

    void blank() {
        out.println();
    }

    /** The text in a style, or as it is where there are no colours. */
    String styled(Style style, String text) {
        return colours ? "\u001b[" + style.code + "m" + text + "\u001b[0m" : text;
    }

    /** Every line of a text, each after a margin. */
    void indented(String margin, String text) {
        text.lines().forEach(line -> out.println(margin + line));
    }
}
