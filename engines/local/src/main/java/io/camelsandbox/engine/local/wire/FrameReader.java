package io.camelsandbox.engine.local.wire;

import java.nio.ByteBuffer;

/** Cuts a stream of bytes into frames. */
public final class FrameReader {

    /** Takes frames in the order they came. */
    @FunctionalInterface
    public interface Sink {
        /** One frame. Everything in {@code payload} must be taken. */
        void frame(int type, Payload payload) throws ProtocolException;
    }

    private static final int LENGTH_BYTES = 4;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** A frame, or its length, of which only the beginning has come; ready for writing. */
    private ByteBuffer partial = NOTHING;

    /** Takes all of {@code chunk} and gives every frame that is complete to {@code sink}. */
    public void feed(ByteBuffer chunk, Sink sink) throws ProtocolException {
        while (chunk.hasRemaining()) {
            if (partial.position() == 0 && chunk.remaining() >= LENGTH_BYTES) {
                int length = checked(chunk.getInt(chunk.position()));
                if (chunk.remaining() >= LENGTH_BYTES + length) {
                    chunk.position(chunk.position() + LENGTH_BYTES);
                    deliver(chunk.slice(chunk.position(), length), sink);
                    chunk.position(chunk.position() + length);
                    continue;
                }
            }
            accumulate(chunk, sink);
        }
    }

    private void accumulate(ByteBuffer chunk, Sink sink) throws ProtocolException {
        if (partial.capacity() == 0) {
            partial = ByteBuffer.allocate(LENGTH_BYTES);
        }
        take(chunk);
        if (partial.hasRemaining()) {
            return;
        }
        if (partial.capacity() == LENGTH_BYTES) {
            int length = checked(partial.getInt(0));
            partial = ByteBuffer.allocate(LENGTH_BYTES + length).putInt(length);
            take(chunk);
        }
        if (!partial.hasRemaining()) {
            ByteBuffer frame = partial.flip().position(LENGTH_BYTES).slice();
            partial = NOTHING;
            deliver(frame, sink);
        }
    }

    private void take(ByteBuffer chunk) {
        int count = Math.min(chunk.remaining(), partial.remaining());
        partial.put(chunk.slice(chunk.position(), count));
        chunk.position(chunk.position() + count);
    }

    private static void deliver(ByteBuffer frame, Sink sink) throws ProtocolException {
        int type = frame.get() & 0xFF;
        var payload = new Payload(frame.slice());
        sink.frame(type, payload);
        payload.end();
    }

    private static int checked(int length) throws ProtocolException {
        if (length < 1 || length > FrameType.MAX_LENGTH) {
            throw new ProtocolException("a frame says that its length is " + Integer.toUnsignedString(length));
        }
        return length;
    }
}
