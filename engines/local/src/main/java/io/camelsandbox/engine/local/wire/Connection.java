package io.camelsandbox.engine.local.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of an {@link IoLoop}. All its methods are called on the loop's thread, and its listener is. Frames
 * that are sent in one turn of the loop go out together.
 */
public final class Connection {

    /** Takes what comes in. */
    public interface Listener {
        /** One frame; a {@link ProtocolException} ends the connection. */
        void frame(int type, Payload payload) throws ProtocolException;

        /** The connection has ended; {@code cause} is null where the other side closed it. Called once. */
        void closed(IOException cause);
    }

    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    private static final Listener NOBODY = new Listener() {
        @Override
        public void frame(int type, Payload payload) {
            payload.rest();
        }

        @Override
        public void closed(IOException cause) {
            // nobody waits for it
        }
    };

    private final IoLoop loop;
    private final SocketChannel channel;
    private final FrameReader reader = new FrameReader();
    private final ArrayDeque<ByteBuffer> outgoing = new ArrayDeque<>();
    private SelectionKey key;
    private Listener listener = NOBODY;
    private boolean closed;

    Connection(IoLoop loop, SocketChannel channel) {
        this.loop = loop;
        this.channel = channel;
    }

    void register(SelectionKey registered) {
        this.key = registered;
    }

    /** Sets who takes what comes in from now on. */
    public void listener(Listener value) {
        this.listener = value;
    }

    /** Queues a frame; its parts are sent one after the other and must not be changed. */
    public void send(ByteBuffer... parts) {
        if (closed) {
            return;
        }
        for (ByteBuffer part : parts) {
            if (part.hasRemaining()) {
                outgoing.add(part);
            }
        }
        loop.flushLater(this);
    }

    /** Ends the connection; what is queued and not yet sent is dropped. The listener is not told. */
    public void close() {
        listener = NOBODY;
        end(null);
    }

    void readable(ByteBuffer buffer) {
        try {
            int count = channel.read(buffer.clear());
            if (count < 0) {
                end(null);
            } else {
                reader.feed(buffer.flip(), (type, payload) -> listener.frame(type, payload));
            }
        } catch (IOException e) {
            end(e);
        } catch (RuntimeException | Error e) {
            // What was in the middle of being understood is lost: better no sandbox than one that is misunderstood.
            LOG.error("Unexpected error in the local engine", e);
            end(new IOException("unexpected error: " + e.getMessage(), e));
        }
    }

    void flush(ByteBuffer staging) {
        if (closed) {
            return;
        }
        try {
            while (!outgoing.isEmpty()) {
                fill(staging.clear());
                int staged = staging.flip().remaining();
                int written = channel.write(staging);
                drop(written);
                if (written < staged) {
                    break;
                }
            }
            int wanted = SelectionKey.OP_READ | (outgoing.isEmpty() ? 0 : SelectionKey.OP_WRITE);
            if (key.interestOps() != wanted) {
                key.interestOps(wanted);
            }
        } catch (IOException e) {
            // What the other side sent before it went is still there to be read: the end comes with it.
            outgoing.clear();
            key.interestOps(SelectionKey.OP_READ);
        }
    }

    private void fill(ByteBuffer staging) {
        for (ByteBuffer part : outgoing) {
            if (!staging.hasRemaining()) {
                return;
            }
            staging.put(part.slice(part.position(), Math.min(part.remaining(), staging.remaining())));
        }
    }

    private void drop(int count) {
        int left = count;
        while (left > 0) {
            ByteBuffer part = outgoing.peek();
            int taken = Math.min(left, part.remaining());
            part.position(part.position() + taken);
            left -= taken;
            if (!part.hasRemaining()) {
                outgoing.remove();
            }
        }
    }

    private void end(IOException cause) {
        if (closed) {
            return;
        }
        closed = true;
        outgoing.clear();
        loop.forget(this);
        try {
            channel.close();
        } catch (IOException e) {
            // it is gone either way
        }
        Listener told = listener;
        listener = NOBODY;
        told.closed(cause);
    }
}
