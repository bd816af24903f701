package io.camelsandbox.code;

import io.camelsandbox.SandboxRefusedException;
import java.nio.charset.StandardCharsets;

/** What text must be to reach a guest unchanged. */
final class Texts {

    private Texts() {}

    /**
     * @param what names the text in the message, which never repeats it
     * @throws SandboxRefusedException when {@code text} holds a NUL or half a surrogate pair; the message says where
     */
    static void requirePassable(String what, String text) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == 0) {
                throw new SandboxRefusedException(what + " holds a NUL character at " + position(text, i)
                        + ": write it as an escape of the language instead");
            }
            if (Character.isSurrogate(character)) {
                boolean pair = Character.isHighSurrogate(character)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    throw new SandboxRefusedException(String.format(
                            "%s holds half a surrogate pair (U+%04X) at %s: that is no character and cannot be UTF-8",
                            what, (int) character, position(text, i)));
                }
                i++;
            }
        }
    }

    /** The length of {@code text} in UTF-8. */
    static int utf8Length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static String position(String text, int index) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < index; i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        return "line " + line + ", column " + (text.codePointCount(lineStart, index) + 1);
    }
}
