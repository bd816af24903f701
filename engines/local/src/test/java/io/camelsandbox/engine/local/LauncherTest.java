package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.engine.local.cgroup.GroupLimits;
import io.camelsandbox.engine.local.wire.Connection;
import io.camelsandbox.engine.local.wire.FrameType;
import io.camelsandbox.engine.local.wire.FrameWriter;
import io.camelsandbox.engine.local.wire.IoLoop;
import io.camelsandbox.engine.local.wire.Payload;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherTest {

    private final AtomicInteger runs = new AtomicInteger();
    private final List<String> lost = new CopyOnWriteArrayList<>();

    @Test
    void theLateEndOfALostLauncherIsNotTheEndOfTheNext(@TempDir Path folder) throws Exception {
        Path socket = folder.resolve("s");
        var accepting = new AtomicReference<Launcher>();
        try (var loop =
                new IoLoop(socket, (Connection connection) -> accepting.get().accepted(connection))) {
            var launcher = new Launcher(loop, runs::incrementAndGet, () -> {});
            accepting.set(launcher);
            onLoop(loop, () -> launcher.start(sandbox(1), ByteBuffer.allocate(0)));
            assertThat(runs).hasValue(1);

            try (SocketChannel first = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
                first.write(FrameWriter.of(FrameType.HELLO)
                        .u32(FrameType.VERSION)
                        .u32(1)
                        .frame());
            }
            Awaitility.await().until(() -> lost.size() == 1);
            onLoop(loop, () -> launcher.start(sandbox(2), ByteBuffer.allocate(0)));
            assertThat(runs).hasValue(2);
            onLoop(loop, () -> launcher.processEnded("the first is gone"));
            assertThat(lost).hasSize(1);

            onLoop(loop, () -> launcher.processEnded("the second is gone"));
            assertThat(lost).containsExactly(lost.get(0), "2: the second is gone");
        }
    }

    private static void onLoop(IoLoop loop, Runnable task) throws Exception {
        var done = new CompletableFuture<Void>();
        loop.execute(() -> {
            task.run();
            done.complete(null);
        });
        done.get(10, TimeUnit.SECONDS);
    }

    private LiveSandbox sandbox(long id) {
        var plan = new SandboxPlan(
                Optional.empty(), List.of(), Set.of(), List.of(), new GroupLimits(1, 1, 1), 1, 1, 1, false);
        var sandbox = new LiveSandbox(id, plan, 0, Optional.empty(), Optional.empty(), killed -> {}, gone -> {});
        sandbox.occupy(new LiveSandbox.Tenant() {
            @Override
            public void joined() {}

            @Override
            public void ready() {}

            @Override
            public void frame(int type, Payload payload) {}

            @Override
            public void refused(String step, long errno) {}

            @Override
            public void ended(LiveSandbox.End end) {}

            @Override
            public void lost(String why) {
                lost.add(id + ": " + why);
            }

            @Override
            public void evicted(String why) {}
        });
        return sandbox;
    }
}
