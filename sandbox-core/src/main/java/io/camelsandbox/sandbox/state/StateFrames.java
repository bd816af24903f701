package io.camelsandbox.sandbox.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * What passes between core and an interpreter with state.
 *
 * <p>To its standard input: orders, a big-endian length of four bytes and that many bytes of fields with a NUL between
 * them: version, mark (hexadecimal), number of the execution, bytes that it may show, folder to enter or nothing, file
 * that is its standard input or nothing, the fields of its {@link io.camelsandbox.code.HarnessRequest}, code. Standard
 * input that ends is the interpreter's end.
 *
 * <p>From its standard output and standard error, between what the code writes: frames of mark, kind (one byte), length
 * (two bytes, big-endian) and so many bytes. They are at most {@link #LONGEST} bytes long, which a pipe takes whole
 * whoever else writes to it. On standard output: {@link #BEGUN}, before any code runs; {@link #PART} (number of the value
 * and length, four bytes each, and the MIME type) and as many {@link #DATA} as its length needs; {@link #TRUNCATED};
 * {@link #END} (exit code, one byte; microseconds of processor time and bytes of memory, eight bytes each). On standard
 * error: {@link #END} without bytes.
 */
final class StateFrames {

    static final int LONGEST = 4_096;
    static final int MARK = 16;
    static final int HEADER = MARK + 3;
    static final byte BEGUN = 'B';
    static final byte PART = 'P';
    static final byte DATA = 'D';
    static final byte TRUNCATED = 'T';
    static final byte END = 'E';

    private static final String VERSION = "s1";

    private StateFrames() {}

    static byte[] order(byte[] mark, int number, int room, String folder, StatefulExecution execution) {
        var fields = new ArrayList<String>(List.of(
                VERSION,
                HexFormat.of().formatHex(mark),
                Integer.toString(number),
                Integer.toString(room),
                folder,
                execution.stdin().orElse("")));
        fields.addAll(execution.request());
        byte[] head = (String.join("\0", fields) + "\0").getBytes(StandardCharsets.UTF_8);
        int length = head.length + execution.code().length;
        return ByteBuffer.allocate(Integer.BYTES + length)
                .putInt(length)
                .put(head)
                .put(execution.code())
                .array();
    }
}
