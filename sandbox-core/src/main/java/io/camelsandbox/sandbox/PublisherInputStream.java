package io.camelsandbox.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;

/** A stream as {@link InputStream}: one chunk is asked for when the last is read. */
final class PublisherInputStream extends InputStream implements Flow.Subscriber<ByteBuffer> {

    private static final Object END = new Object();

    private final LinkedBlockingQueue<Object> arrived = new LinkedBlockingQueue<>();
    private volatile Flow.Subscription subscription;
    private volatile boolean closed;
    private ByteBuffer current = ByteBuffer.allocate(0);
    private Object end;

    PublisherInputStream(Flow.Publisher<ByteBuffer> publisher) {
        publisher.subscribe(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription next) {
        subscription = next;
        if (closed) {
            next.cancel();
        } else {
            next.request(1);
        }
    }

    @Override
    public void onNext(ByteBuffer chunk) {
        arrived.add(chunk);
    }

    @Override
    public void onError(Throwable problem) {
        arrived.add(problem);
    }

    @Override
    public void onComplete() {
        arrived.add(END);
    }

    @Override
    public int read() throws IOException {
        return more() ? current.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        java.util.Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        if (!more()) {
            return -1;
        }
        int count = Math.min(length, current.remaining());
        current.get(target, offset, count);
        return count;
    }

    @Override
    public int available() {
        return current.remaining();
    }

    /** Cancels the stream; a read that waits ends with an error. */
    @Override
    public void close() {
        closed = true;
        if (subscription != null) {
            subscription.cancel();
        }
        arrived.add(new IOException("the stream is closed"));
    }

    private boolean more() throws IOException {
        if (closed) {
            throw new IOException("the stream is closed");
        }
        while (!current.hasRemaining() && end == null) {
            take();
        }
        if (current.hasRemaining()) {
            return true;
        }
        if (end instanceof Throwable problem) {
            throw new IOException("the stream failed: " + problem.getMessage(), problem);
        }
        return false;
    }

    private void take() throws IOException {
        try {
            Object next = arrived.take();
            if (next instanceof ByteBuffer chunk) {
                current = chunk;
                subscription.request(1);
            } else {
                end = next;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a stream was read");
        }
    }
}
