package io.camelsandbox.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads an {@link InputStream} as its one subscriber asks for chunks. */
final class InputStreamPublisher implements Flow.Publisher<ByteBuffer> {

    private static final Logger LOG = LoggerFactory.getLogger(InputStreamPublisher.class);
    private static final int CHUNK = 65_536;

    private final InputStream source;
    private final Executor reader;
    private boolean claimed;

    InputStreamPublisher(InputStream source, Executor reader) {
        this.source = source;
        this.reader = reader;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        boolean first;
        synchronized (this) {
            first = !claimed;
            claimed = true;
        }
        var reading = new Reading(subscriber);
        subscriber.onSubscribe(reading);
        if (!first) {
            subscriber.onError(new IllegalStateException("this stream has its subscriber already"));
        }
    }

    private final class Reading implements Flow.Subscription {

        private final Flow.Subscriber<? super ByteBuffer> subscriber;
        private long demand;
        private boolean running;
        private boolean over;

        Reading(Flow.Subscriber<? super ByteBuffer> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public void request(long count) {
            synchronized (this) {
                demand = demand + count < 0 ? Long.MAX_VALUE : demand + count;
                if (running || over) {
                    return;
                }
                running = true;
            }
            reader.execute(this::run);
        }

        @Override
        public void cancel() {
            synchronized (this) {
                if (over) {
                    return;
                }
                over = true;
                if (running) {
                    return;
                }
            }
            reader.execute(this::close);
        }

        private void run() {
            var buffer = new byte[CHUNK];
            while (wanted()) {
                try {
                    int count = source.read(buffer);
                    if (count < 0) {
                        end();
                        subscriber.onComplete();
                    } else {
                        subscriber.onNext(ByteBuffer.wrap(Arrays.copyOf(buffer, count)));
                    }
                } catch (IOException | RuntimeException e) {
                    end();
                    subscriber.onError(e);
                }
            }
        }

        private boolean wanted() {
            boolean close;
            synchronized (this) {
                close = over;
                if (!over && demand > 0) {
                    demand--;
                    return true;
                }
                running = false;
            }
            if (close) {
                close();
            }
            return false;
        }

        private synchronized void end() {
            over = true;
        }

        private void close() {
            try {
                source.close();
            } catch (IOException e) {
                LOG.debug("A source of input was not closed", e);
            }
        }
    }
}
