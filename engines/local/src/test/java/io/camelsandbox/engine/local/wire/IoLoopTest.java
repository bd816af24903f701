package io.camelsandbox.engine.local.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class IoLoopTest {

    @TempDir
    private Path folder;

    private SocketChannel connect() throws IOException {
        var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(folder.resolve("s")));
        return channel;
    }

    @Test
    void carriesFramesBothWays() throws Exception {
        var events = new LinkedBlockingQueue<String>();
        try (var loop = new IoLoop(folder.resolve("s"), connection -> connection.listener(echo(connection, events)));
                SocketChannel client = connect()) {
            client.write(FrameWriter.of(9).string("hello").frame());
            ByteBuffer answer = ByteBuffer.allocate(14);
            while (answer.hasRemaining()) {
                assertThat(client.read(answer)).isPositive();
            }
            assertThat(answer.flip())
                    .isEqualTo(FrameWriter.of(9).string("hello").frame());
            client.close();
            assertThat(events.poll(10, TimeUnit.SECONDS)).isEqualTo("closed null");
        }
    }

    private static Connection.Listener echo(Connection connection, LinkedBlockingQueue<String> events) {
        return new Connection.Listener() {
            @Override
            public void frame(int type, Payload payload) throws ProtocolException {
                connection.send(FrameWriter.of(type).string(payload.string()).frame());
            }

            @Override
            public void closed(IOException cause) {
                events.add(
                        "closed " + (cause == null ? "null" : cause.getClass().getSimpleName()));
            }
        };
    }

    @Test
    void sendsMoreThanTheSocketTakesAtOnce() throws Exception {
        var content = new byte[5_000_000];
        new Random(3).nextBytes(content);
        var joined = new CompletableFuture<Connection>();
        try (var loop = new IoLoop(folder.resolve("s"), joined::complete);
                SocketChannel client = connect()) {
            Connection connection = joined.get(10, TimeUnit.SECONDS);
            loop.execute(() -> {
                for (int offset = 0; offset < content.length; offset += 50_000) {
                    connection.send(FrameWriter.of(1).frame(50_000), ByteBuffer.wrap(content, offset, 50_000));
                }
            });
            var received = ByteBuffer.allocate(content.length);
            var reader = new FrameReader();
            var buffer = ByteBuffer.allocate(7_001);
            while (received.hasRemaining()) {
                assertThat(client.read(buffer.clear())).isPositive();
                reader.feed(buffer.flip(), (type, payload) -> received.put(payload.rest()));
            }
            assertThat(received.array()).isEqualTo(content);
        }
    }

    @Test
    void aFrameThatIsNoneEndsOnlyItsOwnConnection() throws Exception {
        var events = new LinkedBlockingQueue<String>();
        try (var loop = new IoLoop(folder.resolve("s"), connection -> connection.listener(echo(connection, events)));
                SocketChannel bad = connect();
                SocketChannel good = connect()) {
            bad.write(ByteBuffer.wrap(new byte[] {-1, -1, -1, -1, 0}));
            assertThat(events.poll(10, TimeUnit.SECONDS)).isEqualTo("closed ProtocolException");
            assertThat(bad.read(ByteBuffer.allocate(1))).isEqualTo(-1);
            good.write(FrameWriter.of(9).string("x").frame());
            assertThat(good.read(ByteBuffer.allocate(1))).isEqualTo(1);
        }
    }

    @Test
    void whatNeedsMoreMemoryThanThereIsEndsOnlyItsOwnConnection() throws Exception {
        var events = new LinkedBlockingQueue<String>();
        try (var loop = new IoLoop(
                        folder.resolve("s"),
                        connection -> connection.listener(new Connection.Listener() {
                            @Override
                            public void frame(int type, Payload payload) {
                                throw new OutOfMemoryError("told");
                            }

                            @Override
                            public void closed(IOException cause) {
                                events.add("closed");
                            }
                        }));
                SocketChannel bad = connect()) {
            bad.write(FrameWriter.of(9).string("x").frame());
            assertThat(events.poll(10, TimeUnit.SECONDS)).isEqualTo("closed");
            loop.execute(() -> {
                throw new OutOfMemoryError("told");
            });
            loop.execute(() -> events.add("alive"));
            assertThat(events.poll(10, TimeUnit.SECONDS)).isEqualTo("alive");
        }
    }

    @Test
    void runsTasksInOrderAndTimersWhenTheyAreDue() throws Exception {
        List<Integer> order = new ArrayList<>();
        var done = new CountDownLatch(1);
        try (var loop = new IoLoop(folder.resolve("s"), connection -> {})) {
            loop.execute(() -> {
                loop.schedule(Duration.ofMillis(60), () -> {
                    order.add(3);
                    done.countDown();
                });
                loop.schedule(Duration.ofMillis(20), () -> order.add(2));
                loop.schedule(Duration.ofMillis(10), () -> order.add(99)).cancel();
            });
            loop.execute(() -> {
                throw new IllegalStateException("a bad task");
            });
            loop.execute(() -> order.add(1));
            assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(order).containsExactly(1, 2, 3);
    }
}
