package io.camelsandbox;

import java.util.Locale;

/** A language that {@link CodeRunner} can run. */
public enum Language {
    /** JavaScript through Node.js: CommonJS or an ES module, whichever the code is written as. */
    JS,
    /** Python 3, in isolated mode. */
    PYTHON,
    /** A POSIX shell script, run by {@code sh} unless another shell is chosen. */
    SHELL;

    /** The name used in endpoint URIs, options and results: {@code js}, {@code python} or {@code shell}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Finds a language by its {@link #id()}.
     *
     * @throws IllegalArgumentException when there is no such language; the message lists those there are
     */
    public static Language of(String id) {
        for (Language language : values()) {
            if (language.id().equals(id)) {
                return language;
            }
        }
        throw new IllegalArgumentException("unknown language '" + id + "': use js, python or shell");
    }
}
