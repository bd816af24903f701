package io.camelsandbox.sandbox;

import static io.camelsandbox.sandbox.SandboxLifeTest.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class FilesTest {

    private final ScriptedHost host = new ScriptedHost();
    private final Sandboxes sandboxes = Sandboxes.on(host);
    private Sandbox sandbox;

    @BeforeEach
    void run() {
        sandbox = sandboxes.run(SandboxSpec.builder().build()).join();
    }

    @AfterEach
    void close() {
        sandboxes.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 49_999, 262_144, 3_000_000})
    void whatIsWrittenIsRead(int size) {
        byte[] content = bytes(size);

        sandbox.writeFile("/data/x", content).join();

        assertThat(sandbox.readFile("/data/x").join()).isEqualTo(content);
    }

    @Test
    void aFileThatIsNotThereSaysWhich() {
        SandboxFileException problem = (SandboxFileException) failure(sandbox.readFile("/missing"));

        assertThat(problem.reason()).isEqualTo(Reason.FILE_NOT_FOUND);
        assertThat(problem.path()).isEqualTo("/missing");
        assertThat(problem.metadata()).containsEntry("filepath", "/missing");
    }

    @Test
    void whatIsTooLargeForMemorySaysBothSizes() {
        host.only()
                .readProblem(order -> SandboxFileException.tooLarge(order.path(), "read", 1L << 30, order.maxBytes()));

        SandboxFileException problem = (SandboxFileException) failure(sandbox.readFile("/large"));

        assertThat(problem.reason()).isEqualTo(Reason.FILE_TOO_LARGE);
        assertThat(problem.metadata())
                .containsEntry("size_bytes", "1073741824")
                .containsEntry("max_size_bytes", "268435456")
                .containsEntry("operation", "read");
    }

    @Test
    void aWriteThatIsTooLargeIsRefusedHere() {
        SandboxFileException problem =
                (SandboxFileException) failure(sandbox.writeFile("/large", new byte[(256 << 20) + 1]));

        assertThat(problem.reason()).isEqualTo(Reason.FILE_TOO_LARGE);
        assertThat(problem.metadata()).containsEntry("operation", "write");
    }

    @Test
    void pathsAreAbsolute() {
        assertThatThrownBy(() -> sandbox.readFile("x")).isInstanceOf(SandboxRefusedException.class);
        assertThatThrownBy(() -> sandbox.writeFile("", new byte[0])).isInstanceOf(SandboxRefusedException.class);
        assertThatThrownBy(() -> sandbox.readFileStreaming("/a\0b")).isInstanceOf(SandboxRefusedException.class);
    }

    @Test
    void aStreamIsReadAsFastAsItIsTaken() {
        host.only().files().put("/big", bytes(2_000_000));
        Collector<ByteBuffer> reader = Collector.of(sandbox.readFileStreaming("/big"));
        reader.request(1);
        await().until(() -> reader.items().size() == 1);
        assertThat(reader.end()).isNotDone();

        reader.request(Long.MAX_VALUE);

        int total = reader.end().join().stream().mapToInt(ByteBuffer::remaining).sum();
        assertThat(total).isEqualTo(2_000_000);
    }

    @Test
    void nothingIsReadBeforeSomebodySubscribes() {
        Sandbox unstarted = sandboxes.create(SandboxSpec.builder().build());
        Flow.Publisher<ByteBuffer> stream = unstarted.readFileStreaming("/x");
        assertThat(host.sandboxes()).hasSize(1);

        Collector<ByteBuffer> reader = Collector.all(stream);
        assertThatThrownBy(() -> reader.end().join()).hasCauseInstanceOf(SandboxFileException.class);
        assertThat(host.sandboxes()).hasSize(2);
    }

    @Test
    void aStreamedReadCanBeAnInputStream() throws Exception {
        byte[] content = bytes(700_000);
        host.only().files().put("/big", content);

        try (InputStream stream = Streams.toInputStream(sandbox.readFileStreaming("/big"))) {
            assertThat(stream.readAllBytes()).isEqualTo(content);
        }
        try (InputStream stream = Streams.toInputStream(sandbox.readFileStreaming("/missing"))) {
            assertThatThrownBy(stream::read)
                    .isInstanceOf(IOException.class)
                    .hasCauseInstanceOf(SandboxFileException.class);
        }
    }

    @Test
    void aStreamIsWrittenWholeOrNotAtAll() {
        byte[] content = bytes(300_000);
        sandbox.writeFileStreaming("/x", Streams.fromInputStream(new ByteArrayInputStream(content), Runnable::run))
                .join();
        assertThat(host.only().files().get("/x")).isEqualTo(content);

        InputStream failing = new InputStream() {
            private int count;

            @Override
            public int read() throws IOException {
                if (count++ > 10) {
                    throw new IOException("source");
                }
                return 'x';
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                target[offset] = (byte) read();
                return 1;
            }
        };
        CompletableFuture<Void> write =
                sandbox.writeFileStreaming("/x", Streams.fromInputStream(failing, Runnable::run));
        assertThatThrownBy(write::join).hasRootCauseMessage("source");
        assertThat(host.only().files().get("/x")).as("as it was").isEqualTo(content);
    }

    @Test
    void anotherSizeThanAnnouncedIsTruncation() {
        CompletableFuture<Void> write =
                sandbox.writeFileStreaming("/x", Streams.of(bytes(10)), FileOptions.DEFAULT.withSize(11));

        assertThat(failure(write).reason()).isEqualTo(Reason.FILE_TRUNCATED);
        assertThat(host.only().files()).isEmpty();
    }

    @Test
    void anEngineThatFailsAWriteStopsTheSource() {
        var source = new Endless();
        CompletableFuture<Void> write = sandbox.writeFileStreaming("/full/x", source);

        assertThat(failure(write).reason()).isEqualTo(Reason.FILE_IO_FAILED);
        await().until(() -> source.cancelled);
    }

    @Test
    void aWriteHasATime() {
        Flow.Publisher<ByteBuffer> slow = subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long count) {}

            @Override
            public void cancel() {}
        });

        CompletableFuture<Void> write =
                sandbox.writeFileStreaming("/y", slow, FileOptions.DEFAULT.withTimeout(Duration.ofMillis(40)));

        assertThat(failure(write).reason()).isEqualTo(Reason.REQUEST_TIMEOUT);
        assertThat(host.only().files()).doesNotContainKey("/y");
    }

    @Test
    void cancellingAWriteStopsItsSourceAndLeavesTheFileAsItWas() {
        var source = new Endless();
        source.hold = true;
        CompletableFuture<Void> write = sandbox.writeFileStreaming("/x", source);
        await().until(() -> source.asked);

        write.cancel(false);

        await().until(() -> source.cancelled);
        assertThat(host.only().files()).isEmpty();
    }

    @Test
    void cancellingAReadOfASandboxThatIsStartingIsNotItsEnd() {
        host.onCreate(created -> {});
        Sandbox starting = sandboxes.create(SandboxSpec.builder().build());
        CompletableFuture<byte[]> first = starting.readFile("/x");
        CompletableFuture<byte[]> second = starting.readFile("/x");
        await().until(() -> host.sandboxes().size() == 2);
        first.cancel(false);
        host.sandboxes().get(1).files().put("/x", new byte[3]);
        host.sandboxes().get(1).run();

        assertThat(second.join()).hasSize(3);
    }

    @Test
    void anEndedSandboxHasNoFiles() {
        sandbox.stop().join();

        assertThat(failure(sandbox.readFile("/x"))).isInstanceOf(SandboxNotRunningException.class);
        assertThat(failure(sandbox.writeFile("/x", new byte[1]))).isInstanceOf(SandboxNotRunningException.class);
    }

    private static byte[] bytes(int size) {
        var bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return Arrays.copyOf(bytes, size);
    }

    /** Has always more. */
    private static final class Endless implements Flow.Publisher<ByteBuffer> {
        private volatile boolean cancelled;
        private volatile boolean asked;
        private volatile boolean hold;

        @Override
        public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
            subscriber.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long count) {
                    asked = true;
                    if (!cancelled && !hold) {
                        subscriber.onNext(ByteBuffer.wrap(new byte[30]));
                    }
                }

                @Override
                public void cancel() {
                    cancelled = true;
                }
            });
        }
    }
}
