package io.camelsandbox.sandbox.state;

import java.nio.ByteBuffer;

/** Tells the frames in one stream of an interpreter from what the code writes there. For one thread at a time. */
final class FrameScanner {

    /** Where the parts of a stream go. */
    interface Target {

        /** What the code wrote; the buffer is the target's during the call. */
        void output(ByteBuffer bytes);

        /** A frame that is whole. */
        void frame(byte kind, ByteBuffer payload) throws BrokenFrameException;
    }

    private final Target target;
    private byte[] mark;
    private ByteBuffer held = ByteBuffer.allocate(0);

    FrameScanner(Target target) {
        this.target = target;
    }

    /** Frames begin with this from now on; null says that there are none. */
    void mark(byte[] next) {
        mark = next;
    }

    /** Takes all of what came. */
    void feed(ByteBuffer bytes) throws BrokenFrameException {
        ByteBuffer data = bytes.duplicate();
        if (held.hasRemaining()) {
            data = ByteBuffer.allocate(held.remaining() + bytes.remaining())
                    .put(held)
                    .put(bytes)
                    .flip();
        }
        held = ByteBuffer.allocate(0);
        while (data.hasRemaining()) {
            if (mark == null) {
                target.output(data);
                return;
            }
            int start = find(data);
            pass(data, start);
            if (!takeFrame(data)) {
                hold(data);
                return;
            }
        }
    }

    /** Nothing more comes: what looked like the beginning of a frame was none. */
    void finish() {
        if (held.hasRemaining()) {
            target.output(held);
        }
        held = ByteBuffer.allocate(0);
    }

    private void pass(ByteBuffer data, int end) {
        if (end > data.position()) {
            ByteBuffer output = data.duplicate().limit(end);
            target.output(output);
            data.position(end);
        }
    }

    private boolean takeFrame(ByteBuffer data) throws BrokenFrameException {
        int start = data.position();
        if (data.remaining() < StateFrames.HEADER) {
            return false;
        }
        int length = Short.toUnsignedInt(data.getShort(start + StateFrames.MARK + 1));
        if (length > StateFrames.LONGEST - StateFrames.HEADER) {
            throw new BrokenFrameException("a frame of " + length + " bytes");
        }
        if (data.remaining() < StateFrames.HEADER + length) {
            return false;
        }
        byte kind = data.get(start + StateFrames.MARK);
        data.position(start + StateFrames.HEADER + length);
        target.frame(kind, data.slice(start + StateFrames.HEADER, length).asReadOnlyBuffer());
        return true;
    }

    private void hold(ByteBuffer data) {
        held = ByteBuffer.allocate(data.remaining()).put(data).flip();
    }

    /** Where the mark begins, whole or cut by the end of the data; the end where it does not. */
    private int find(ByteBuffer data) {
        for (int at = data.position(); at < data.limit(); at++) {
            if (data.get(at) == mark[0] && marks(data, at)) {
                return at;
            }
        }
        return data.limit();
    }

    private boolean marks(ByteBuffer data, int at) {
        int end = Math.min(mark.length, data.limit() - at);
        for (int i = 1; i < end; i++) {
            if (data.get(at + i) != mark[i]) {
                return false;
            }
        }
        return true;
    }
}
