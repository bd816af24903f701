package io.camelsandbox.engine.local.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.engine.SandboxFacts.Ending;
import io.camelsandbox.engine.local.ChildJvm;
import io.camelsandbox.engine.local.Leftovers;
import io.camelsandbox.sandbox.LogRequest;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.SandboxFilter;
import io.camelsandbox.sandbox.SandboxStatus;
import io.camelsandbox.sandbox.Sandboxes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that is killed with sandboxes in it: they go, and the next one knows what became of them. */
@Timeout(120)
class LiveDeadJvmTest {

    private static final int HELD = 20;

    @TempDir
    private Path folder;

    private Process jvm;

    @AfterEach
    void endJvm() throws Exception {
        jvm.destroyForcibly().waitFor();
    }

    @Test
    void theyAreSweptAndTheirRecordsAndLogsAreReadable() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        String state = folder.resolve("state").toString();
        Path log = folder.resolve("log");
        jvm = new ChildJvm().start(HoldingEngine.class, log, folder.toString(), state, Integer.toString(HELD));
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(Files.readString(log)).contains("ready"));
        jvm.destroyForcibly().waitFor();
        await().atMost(Duration.ofSeconds(2))
                .untilAsserted(() -> assertThat(Leftovers.processes("223607")).isEmpty());

        var engine = LiveTest.started(Map.of("runtimeDir", folder.toString(), "stateDir", state, "spares", "none"));
        try (var sandboxes = Sandboxes.on(engine)) {
            List<Sandbox> found = sandboxes
                    .list(SandboxFilter.builder()
                            .tags(List.of("held"))
                            .showTerminated()
                            .build())
                    .get(30, TimeUnit.SECONDS);
            assertThat(found).hasSize(HELD);
            for (Sandbox sandbox : found) {
                assertThat(sandbox.status()).contains(SandboxStatus.FAILED);
                assertThat(sandbox.facts().orElseThrow().ending()).contains(Ending.LOST);
                ItemReader<String> lines =
                        ItemReader.of(sandbox.logs(LogRequest.ALL).lines());
                lines.ended().get(30, TimeUnit.SECONDS);
                assertThat(lines.items()).hasSize(1).allMatch(line -> line.startsWith("I am "));
            }
            assertThat(Leftovers.folders(folder)).hasSize(1);
        } finally {
            engine.close();
        }
        assertThat(Leftovers.folders(folder)).isEmpty();
    }
}
