package io.camelsandbox.sandbox;

import java.nio.ByteBuffer;
import java.util.concurrent.Flow;

/** Publishes an array in slices, on the thread that asks for them. */
final class BytesPublisher implements Flow.Publisher<ByteBuffer> {

    private static final int SLICE = 1 << 20;

    private final byte[] bytes;

    BytesPublisher(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        subscriber.onSubscribe(new Slices(subscriber));
    }

    private final class Slices implements Flow.Subscription {

        private final Flow.Subscriber<? super ByteBuffer> subscriber;
        private int position;
        private long demand;
        private boolean running;
        private boolean over;

        Slices(Flow.Subscriber<? super ByteBuffer> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public void request(long count) {
            synchronized (this) {
                demand = demand + count < 0 ? Long.MAX_VALUE : demand + count;
                if (running) {
                    return;
                }
                running = true;
            }
            while (step()) {
                // each step is one slice
            }
        }

        private boolean step() {
            ByteBuffer slice = null;
            synchronized (this) {
                if (over || position < bytes.length && demand == 0) {
                    running = false;
                    return false;
                }
                if (position < bytes.length) {
                    int length = Math.min(SLICE, bytes.length - position);
                    slice = ByteBuffer.wrap(bytes, position, length).slice().asReadOnlyBuffer();
                    position += length;
                    demand--;
                } else {
                    over = true;
                }
            }
            if (slice == null) {
                subscriber.onComplete();
            } else {
                subscriber.onNext(slice);
            }
            return true;
        }

        @Override
        public synchronized void cancel() {
            over = true;
        }
    }
}
