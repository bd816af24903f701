package io.camelsandbox.engine.local.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.engine.local.Leftovers;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.Sandboxes;
import io.camelsandbox.sandbox.StopOptions;
import io.camelsandbox.sandbox.Waiting;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many sandboxes at once: 20, or as many as the property {@code sandbox.test.many} says. */
@Timeout(500)
class LiveManyTest {

    private static final int MANY = Integer.getInteger("sandbox.test.many", 20);

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(300, TimeUnit.SECONDS);
    }

    private static <T> List<T> all(List<CompletableFuture<T>> futures) throws Exception {
        return get(Waiting.all(futures));
    }

    @Test
    void areWorkedAtOnceAndLeaveNothing(@TempDir Path folder) throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<String> mounts = Leftovers.mounts();
        int threads = Thread.activeCount();
        var engine = LiveTest.started(Map.of(
                "runtimeDir",
                folder.toString(),
                "stateDir",
                folder.resolve("state").toString(),
                "maxSandboxes",
                Integer.toString(MANY),
                "spares",
                "none"));
        int most;
        try (var sandboxes = Sandboxes.on(engine)) {
            List<Sandbox> running = all(IntStream.range(0, MANY)
                    .mapToObj(i -> sandboxes
                            .run(SandboxSpec.builder().tags("many").build())
                            .thenCompose(sandbox -> sandbox.waitUntilRunning(Duration.ofMinutes(5))))
                    .toList());
            for (int round = 0; round < 3; round++) {
                var results = IntStream.range(0, MANY)
                        .mapToObj(i -> running.get(i)
                                .exec("sh", "-c", "echo $0; (sleep 100 &)", "" + i)
                                .result())
                        .toList();
                for (int i = 0; i < MANY; i++) {
                    assertThat(get(results.get(i)).stdout().text()).isEqualTo(i + "\n");
                }
            }
            most = Thread.activeCount() - threads;
            assertThat(running)
                    .allMatch(sandbox -> !sandbox.status().orElseThrow().terminal());
            all(running.stream()
                    .map(sandbox -> sandbox.stop(StopOptions.DEFAULT).thenApply(done -> 1))
                    .toList());
            await().untilAsserted(() -> assertThat(Leftovers.processes(folder.toString()))
                    .as("the launcher alone is left")
                    .hasSize(1));
            assertThat(Leftovers.zombies()).isZero();
        }
        engine.close();
        assertThat(most).as("threads do not grow with sandboxes").isLessThan(64);
        assertThat(Leftovers.processes(folder.toString())).isEmpty();
        assertThat(Leftovers.folders(folder)).isEmpty();
        assertThat(Leftovers.groups("camel-sandbox-" + ProcessHandle.current().pid() + "-"))
                .isEmpty();
        assertThat(Leftovers.mounts()).isEqualTo(mounts);
    }
}
