package io.camelsandbox.engine;

/**
 * The size of a terminal's window.
 *
 * @param columns characters in a line
 * @param rows    lines
 */
public record TerminalSize(int columns, int rows) {

    private static final int MOST = 65_535;

    /** 80 × 24. */
    public static final TerminalSize DEFAULT = new TerminalSize(80, 24);

    public TerminalSize {
        if (columns < 1 || columns > MOST || rows < 1 || rows > MOST) {
            throw new IllegalArgumentException(
                    "a terminal of " + columns + " × " + rows + " is not possible: both from 1 to " + MOST);
        }
    }
}
