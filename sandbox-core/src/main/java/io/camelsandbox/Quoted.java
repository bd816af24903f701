package io.camelsandbox;

/** Names as they may stand in a message: nothing in them can end a line, turn the text or flood it. */
public final class Quoted {

    private static final int LONGEST = 80;

    private Quoted() {}

    /** {@code text} with everything but plain visible characters and blanks written as an escape, cut when long. */
    public static String text(String text) {
        var escaped = new StringBuilder();
        for (int i = 0; i < text.length(); ) {
            if (escaped.length() >= LONGEST) {
                return escaped.append('…').toString();
            }
            int character = text.codePointAt(i);
            i += Character.charCount(character);
            appendEscaped(escaped, character);
        }
        return escaped.toString();
    }

    private static void appendEscaped(StringBuilder escaped, int character) {
        boolean visible =
                switch (Character.getType(character)) {
                    case Character.CONTROL,
                            Character.FORMAT,
                            Character.SURROGATE,
                            Character.PRIVATE_USE,
                            Character.UNASSIGNED,
                            Character.LINE_SEPARATOR,
                            Character.PARAGRAPH_SEPARATOR -> false;
                    default -> character == ' ' || !Character.isSpaceChar(character);
                };
        if (visible) {
            escaped.appendCodePoint(character);
        } else if (character > 0xFFFF) {
            escaped.append(String.format("\\u{%X}", character));
        } else {
            escaped.append(String.format("\\u%04X", character));
        }
    }
}
