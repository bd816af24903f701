package io.camelsandbox.engine.local;

import java.nio.ByteBuffer;
import java.util.concurrent.Flow;

/** Bytes for tests. */
public final class TestBytes {

    private static final int CHUNK = 65_536;

    private TestBytes() {}

    /** So many bytes that are not all alike. */
    public static byte[] pattern(int size) {
        var bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * 31 + (i >> 8));
        }
        return bytes;
    }

    /** A stream that breaks after so many bytes. */
    public static Flow.Publisher<ByteBuffer> failingAfter(long bytes) {
        return stream(bytes, new IllegalStateException("broken on purpose"));
    }

    /** A stream of so many zeroes. */
    public static Flow.Publisher<ByteBuffer> zeroes(long bytes) {
        return stream(bytes, null);
    }

    private static Flow.Publisher<ByteBuffer> stream(long bytes, Exception end) {
        return subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            private long left = bytes;
            private long wanted;
            private boolean busy;
            private boolean over;

            @Override
            public synchronized void request(long count) {
                wanted = Math.max(wanted + count, count);
                if (busy) {
                    return;
                }
                busy = true;
                while (wanted > 0 && left > 0 && !over) {
                    wanted--;
                    int size = (int) Math.min(left, CHUNK);
                    left -= size;
                    subscriber.onNext(ByteBuffer.allocate(size));
                }
                busy = false;
                if (left == 0 && !over) {
                    over = true;
                    if (end == null) {
                        subscriber.onComplete();
                    } else {
                        subscriber.onError(end);
                    }
                }
            }

            @Override
            public synchronized void cancel() {
                over = true;
            }
        });
    }
}
