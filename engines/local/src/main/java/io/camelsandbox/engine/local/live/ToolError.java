package io.camelsandbox.engine.local.live;

import io.camelsandbox.engine.local.outcome.Errno;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The line that the native program, at work inside a sandbox, writes when it fails: a step and an error number. */
final class ToolError {

    private static final int LONGEST = 128;

    private final ByteArrayOutputStream text = new ByteArrayOutputStream();

    void add(ByteBuffer bytes) {
        while (bytes.hasRemaining() && text.size() < LONGEST) {
            text.write(bytes.get());
        }
    }

    /** The error number; that of an input/output error where there is no such line. */
    long errno() {
        String line = text.toString(StandardCharsets.ISO_8859_1).strip();
        try {
            return Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1));
        } catch (NumberFormatException e) {
            return Errno.EIO;
        }
    }
}
