package io.camelsandbox.engine.local.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What is in a received frame. Valid only while its handler runs: the bytes are the connection's own buffer. */
public final class Payload {

    private final ByteBuffer bytes;

    /** Reads {@code bytes} from their position to their limit. */
    public Payload(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** Takes an unsigned byte. */
    public int u8() throws ProtocolException {
        need(1);
        return bytes.get() & 0xFF;
    }

    /** Takes 32 bits as they are: a value above 2^31 is negative. */
    public int i32() throws ProtocolException {
        need(4);
        return bytes.getInt();
    }

    /** Takes an unsigned number of 32 bits. */
    public long u32() throws ProtocolException {
        return i32() & 0xFFFF_FFFFL;
    }

    /** Takes 64 bits as they are. */
    public long u64() throws ProtocolException {
        need(8);
        return bytes.getLong();
    }

    /** Takes a length and that many bytes. */
    public byte[] string() throws ProtocolException {
        long length = u32();
        if (length > bytes.remaining()) {
            throw new ProtocolException("a string in a frame is longer than the frame");
        }
        var value = new byte[(int) length];
        bytes.get(value);
        return value;
    }

    /** Takes a length and text; what is not UTF-8 becomes U+FFFD. */
    public String text() throws ProtocolException {
        return new String(string(), StandardCharsets.UTF_8);
    }

    /** Takes all that is left; the buffer is not a copy. */
    public ByteBuffer rest() {
        ByteBuffer rest = bytes.slice();
        bytes.position(bytes.limit());
        return rest;
    }

    /** Fails unless all was taken. */
    public void end() throws ProtocolException {
        if (bytes.hasRemaining()) {
            throw new ProtocolException("a frame has " + bytes.remaining() + " bytes left over");
        }
    }

    private void need(int count) throws ProtocolException {
        if (bytes.remaining() < count) {
            throw new ProtocolException("a frame is too short");
        }
    }
}
