package io.camelsandbox.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class StreamsTest {

    private final ExecutorService callers = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        callers.shutdownNow();
    }

    @Test
    void anInputStreamAsksForOneChunkAtATime() throws Exception {
        var taken = new java.util.concurrent.atomic.AtomicLong();
        Pipe<ByteBuffer> pipe = new Pipe<>(callers, taken::addAndGet, () -> {});
        for (int i = 0; i < 5; i++) {
            pipe.put(ByteBuffer.wrap(new byte[] {(byte) i, (byte) (i + 100)}), 2);
        }
        pipe.complete();
        try (InputStream stream = Streams.toInputStream(pipe)) {
            assertThat(stream.read()).isZero();
            assertThat(taken.get()).isLessThanOrEqualTo(4);
            assertThat(stream.readAllBytes()).hasSize(9);
            assertThat(stream.read()).isEqualTo(-1);
        }
    }

    @Test
    void closingAnInputStreamCancelsAndFreesAReaderThatWaits() {
        var cancelled = new CompletableFuture<Void>();
        Pipe<ByteBuffer> pipe = new Pipe<>(callers, bytes -> {}, () -> cancelled.complete(null));
        InputStream stream = Streams.toInputStream(pipe);
        CompletableFuture<Integer> read = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return stream.read();
                    } catch (IOException e) {
                        return -2;
                    }
                },
                callers);

        closeQuietly(stream);

        assertThat(read.join()).isEqualTo(-2);
        cancelled.join();
        assertThatThrownBy(stream::read).isInstanceOf(IOException.class);
    }

    @Test
    void bytesComeInSlicesAndAnyNumberOfTimes() {
        byte[] bytes = new byte[(1 << 20) + 5];
        bytes[1 << 20] = 7;
        var publisher = Streams.of(bytes);

        for (int i = 0; i < 2; i++) {
            var chunks = Collector.all(publisher).end().join();
            assertThat(chunks).extracting(ByteBuffer::remaining).containsExactly(1 << 20, 5);
            assertThat(chunks.get(1).get(0)).isEqualTo((byte) 7);
        }
        assertThat(Collector.all(Streams.of(new byte[0])).end().join()).isEmpty();
    }

    @Test
    void aCopyIsByteForByte() {
        byte[] bytes = new byte[300_000];
        bytes[299_999] = 1;
        var target = new ByteArrayOutputStream();

        Streams.copy(Streams.fromInputStream(new ByteArrayInputStream(bytes), callers), target)
                .join();

        assertThat(target.toByteArray()).isEqualTo(bytes);
    }

    @Test
    void aConsumerThatFailsCancelsItsSource() {
        var closed = new CompletableFuture<Void>();
        var source = new ByteArrayInputStream(new byte[1_000_000]) {
            @Override
            public void close() {
                closed.complete(null);
            }
        };
        CompletableFuture<Void> end = Streams.forEach(Streams.fromInputStream(source, callers), chunk -> {
            throw new IllegalStateException("enough");
        });

        assertThatThrownBy(end::join).hasRootCauseMessage("enough");
        closed.join();
    }

    @Test
    void aSourceIsClosedAtItsEndToo() {
        var closed = new CompletableFuture<Void>();
        var source = new ByteArrayInputStream(new byte[10]) {
            @Override
            public void close() {
                closed.complete(null);
            }
        };
        Streams.discard(Streams.fromInputStream(source, callers)).join();

        await().until(closed::isDone);
    }

    private static void closeQuietly(InputStream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
