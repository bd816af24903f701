package io.camelsandbox.code;

import io.camelsandbox.Language;
import io.camelsandbox.SandboxRefusedException;
import java.nio.charset.StandardCharsets;

/** The bytes of the code file. */
final class SourceCode {

    /** The most bytes of UTF-8 that code may have. */
    static final int LARGEST = 2 << 20;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private SourceCode() {}

    /**
     * The code as its file holds it: without a byte order mark, and for a shell, which takes a carriage return for a
     * part of the command, with plain line ends.
     *
     * @throws SandboxRefusedException when it is blank, too large, or holds what no file of code may
     */
    static byte[] bytes(Language language, String code) {
        boolean marked = !code.isEmpty() && code.charAt(0) == BYTE_ORDER_MARK;
        String text = marked ? code.substring(1) : code;
        if (text.isBlank()) {
            throw new SandboxRefusedException(language == Language.SHELL ? "code (command) is empty" : "code is empty");
        }
        Texts.requirePassable("code", text);
        if (language == Language.SHELL) {
            text = text.replace("\r\n", "\n");
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > LARGEST) {
            throw new SandboxRefusedException("code is too large: " + bytes.length
                    + " bytes of UTF-8, over the limit of " + LARGEST + " bytes (2 MiB)");
        }
        return bytes;
    }
}
