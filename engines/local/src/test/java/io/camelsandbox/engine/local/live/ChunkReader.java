package io.camelsandbox.engine.local.live;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;

/** Takes a stream and remembers its chunks. */
final class ChunkReader implements Flow.Subscriber<ByteBuffer> {

    private final List<String> chunks = new ArrayList<>();
    private final CountDownLatch subscribed = new CountDownLatch(1);
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final long initial;
    private Flow.Subscription subscription;
    private long bytes;

    private ChunkReader(long initial) {
        this.initial = initial;
    }

    /** Takes all there is. */
    static ChunkReader of(Flow.Publisher<ByteBuffer> stream) {
        return of(stream, Long.MAX_VALUE);
    }

    /** Takes so many chunks, and the rest when {@link #resume} is called. */
    static ChunkReader of(Flow.Publisher<ByteBuffer> stream, long initial) {
        var reader = new ChunkReader(initial);
        stream.subscribe(reader);
        return reader;
    }

    void resume() throws InterruptedException {
        subscribed.await(10, TimeUnit.SECONDS);
        subscription.request(Long.MAX_VALUE);
    }

    void cancel() throws InterruptedException {
        subscribed.await(10, TimeUnit.SECONDS);
        subscription.cancel();
    }

    synchronized List<String> chunks() {
        return List.copyOf(chunks);
    }

    String text() {
        return String.join("", chunks());
    }

    synchronized long bytes() {
        return bytes;
    }

    CompletableFuture<Void> ended() {
        return ended;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        subscribed.countDown();
        if (initial > 0) {
            given.request(initial);
        }
    }

    @Override
    public synchronized void onNext(ByteBuffer chunk) {
        bytes += chunk.remaining();
        if (bytes < 1 << 20) {
            chunks.add(StandardCharsets.ISO_8859_1.decode(chunk).toString());
        }
    }

    @Override
    public void onError(Throwable problem) {
        ended.completeExceptionally(problem);
    }

    @Override
    public void onComplete() {
        ended.complete(null);
    }
}
