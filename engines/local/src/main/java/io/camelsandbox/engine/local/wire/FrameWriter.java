package io.camelsandbox.engine.local.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;

/** Builds one frame. */
public final class FrameWriter {

    private static final int LENGTH_BYTES = 4;

    private byte[] bytes = new byte[64];
    private int end = LENGTH_BYTES;

    private FrameWriter(int type) {
        u8(type);
    }

    /** Begins a frame. */
    public static FrameWriter of(int type) {
        return new FrameWriter(type);
    }

    /** Appends an unsigned byte. */
    public FrameWriter u8(int value) {
        reserve(1);
        bytes[end++] = (byte) value;
        return this;
    }

    /** Appends 32 bits. */
    public FrameWriter u32(long value) {
        reserve(4);
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes[end++] = (byte) (value >>> shift);
        }
        return this;
    }

    /** Appends 64 bits. */
    public FrameWriter u64(long value) {
        return u32(value >>> 32).u32(value);
    }

    /** Appends a length and UTF-8 text. */
    public FrameWriter string(String value) {
        return string(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Appends a length and bytes. */
    public FrameWriter string(byte[] value) {
        return u32(value.length).bytes(value);
    }

    /** Appends a count and that many strings. */
    public FrameWriter strings(Collection<String> values) {
        u32(values.size());
        values.forEach(this::string);
        return this;
    }

    /** Appends bytes without a length: they reach to the end of the frame. */
    public FrameWriter bytes(byte[] value) {
        reserve(value.length);
        System.arraycopy(value, 0, bytes, end, value.length);
        end += value.length;
        return this;
    }

    /**
     * The finished frame.
     *
     * @throws IllegalArgumentException when it is longer than the protocol allows
     */
    public ByteBuffer frame() {
        return frame(0);
    }

    /**
     * The finished beginning of a frame that {@code tail} more bytes will end; they are sent right after it.
     *
     * @throws IllegalArgumentException when the frame is longer than the protocol allows
     */
    public ByteBuffer frame(int tail) {
        int length = end - LENGTH_BYTES + tail;
        if (length > FrameType.MAX_LENGTH) {
            throw new IllegalArgumentException("a frame of " + length + " bytes is longer than the protocol allows");
        }
        return ByteBuffer.wrap(bytes, 0, end).putInt(0, length);
    }

    private void reserve(int more) {
        if (bytes.length - end < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, end + more));
        }
    }
}
