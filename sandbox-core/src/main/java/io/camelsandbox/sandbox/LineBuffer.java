package io.camelsandbox.sandbox;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;

/** Bytes that become lines. For one thread at a time. */
final class LineBuffer {

    private static final int CONTINUATION_MASK = 0xC0;
    private static final int CONTINUATION = 0x80;
    private static final int LONGEST_CHARACTER = 4;

    private final int longest;
    private final ByteArrayOutputStream open = new ByteArrayOutputStream();

    LineBuffer(int longest) {
        this.longest = longest;
    }

    /** Adds bytes; the lines that are whole now, and pieces of one that got too long, go to {@code lines}. */
    void add(byte[] data, Collection<String> lines) {
        int start = 0;
        for (int i = 0; i < data.length; i++) {
            boolean newline = data[i] == '\n';
            if (!newline && open.size() + i - start >= longest && wholeCharacterBefore(data, start, i)) {
                take(data, start, i, lines);
                start = i;
            }
            if (newline) {
                take(data, start, i + 1, lines);
                start = i + 1;
            }
        }
        open.write(data, start, data.length - start);
    }

    /** What is left becomes the last line. */
    void flush(Collection<String> lines) {
        if (open.size() > 0) {
            take(new byte[0], 0, 0, lines);
        }
    }

    private void take(byte[] data, int from, int to, Collection<String> lines) {
        open.write(data, from, to - from);
        lines.add(open.toString(StandardCharsets.UTF_8));
        open.reset();
    }

    /** A piece ends where a character does; bytes that are no characters are cut anyhow. */
    private boolean wholeCharacterBefore(byte[] data, int start, int end) {
        boolean starts = (data[end] & CONTINUATION_MASK) != CONTINUATION;
        return starts || open.size() + end - start >= longest + LONGEST_CHARACTER;
    }
}
