package io.camelsandbox.sandbox;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;

/**
 * Bridges between {@link Flow.Publisher}, which all streams of this library are, and what else Java has for bytes.
 *
 * <p>Publishers are the primary form because a caller of this library never blocks, because demand carries backpressure
 * from the slowest consumer to the guest without a thread held, and because the JDK defines them: HTTP clients and
 * reactive libraries take them as they are. A chunk is what the guest wrote at once.
 */
public final class Streams {

    private Streams() {}

    /**
     * Reads a stream with a thread that may block. One chunk is asked for at a time. What fails the stream is the cause
     * of the {@link java.io.IOException} that a read throws; closing cancels it.
     */
    public static InputStream toInputStream(Flow.Publisher<ByteBuffer> publisher) {
        return new PublisherInputStream(publisher);
    }

    /**
     * Reads an {@code InputStream} chunk by chunk as the subscriber asks, on {@code reader}, which may block; closes it
     * at the end and at a cancel. For one subscriber.
     */
    public static Flow.Publisher<ByteBuffer> fromInputStream(InputStream source, Executor reader) {
        return new InputStreamPublisher(source, reader);
    }

    /** A stream of bytes that are there. Chunks are at most 1 MiB; the array is not copied. For any number of times. */
    public static Flow.Publisher<ByteBuffer> of(byte[] bytes) {
        return new BytesPublisher(bytes);
    }

    /** Writes a stream to {@code target}, on the stream's own thread, which may block; the caller closes the target. */
    public static CompletableFuture<Void> copy(Flow.Publisher<ByteBuffer> publisher, OutputStream target) {
        return Consumption.of(publisher, chunk -> {
            byte[] bytes = bytes(chunk);
            target.write(bytes, 0, bytes.length);
        });
    }

    /** Takes and drops everything, so that what writes the stream is not held up. */
    public static CompletableFuture<Void> discard(Flow.Publisher<?> publisher) {
        return Consumption.of(publisher, item -> {});
    }

    /** Calls {@code item} with one item after the other; fails with what it throws, or the stream fails with. */
    public static <T> CompletableFuture<Void> forEach(
            Flow.Publisher<T> publisher, java.util.function.Consumer<? super T> item) {
        return Consumption.of(publisher, item::accept);
    }

    /** A copy of what a chunk holds. */
    public static byte[] bytes(ByteBuffer chunk) {
        var bytes = new byte[chunk.remaining()];
        chunk.get(chunk.position(), bytes);
        return bytes;
    }
}
