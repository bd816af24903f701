package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.Isolation;
import io.camelsandbox.engine.local.cgroup.GroupChoice;
import io.camelsandbox.engine.local.cgroup.Groups;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that is killed cannot clean up; what it had goes all the same. */
@Timeout(120)
class DeadJvmTest {

    private static final String SECONDS = "223606";

    @TempDir
    private Path folder;

    private Process jvm;

    @BeforeEach
    void startJvm() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        jvm = new ChildJvm().start(SleepingEngine.class, folder.resolve("log"), folder.toString(), SECONDS);
        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(Leftovers.processes(SECONDS))
                .hasSizeGreaterThanOrEqualTo(20));
    }

    @AfterEach
    void endJvm() throws Exception {
        jvm.destroyForcibly().waitFor();
        new Sweep(ProcFs.userId()).run(List.of(folder));
        try (var groups = Groups.open(GroupChoice.AUTO, "camel-sandbox-test")) {
            groups.sweep(Sweep::isAbandoned);
        }
    }

    private String groupName() throws Exception {
        return Leftovers.folders(folder).get(0).getFileName().toString();
    }

    @Test
    void noGuestOutlivesItsJvmByMoreThanASecond() throws Exception {
        jvm.destroyForcibly().waitFor();
        Awaitility.await().atMost(Duration.ofSeconds(1)).untilAsserted(() -> assertThat(guests())
                .isEmpty());
    }

    private static List<Long> guests() {
        return Leftovers.processes(SECONDS).stream()
                .filter(pid -> !ProcFs.commandLine(pid).contains("SleepingEngine"))
                .toList();
    }

    @Test
    void theNextStartSweepsFolderAndGroups() throws Exception {
        String name = groupName();
        jvm.destroyForcibly().waitFor();
        Awaitility.await()
                .untilAsserted(() -> assertThat(Leftovers.processes(name)).isEmpty());
        assertThat(Leftovers.folders(folder)).hasSize(1);
        try (var engine = new LocalEngine(new EngineSettings(
                Isolation.REQUIRED, Set.of(), Map.of("runtimeDir", folder.toString(), "spares", "none")))) {
            engine.start();
            assertThat(Leftovers.folders(folder)).hasSize(1).noneMatch(path -> path.endsWith(name));
            assertThat(Leftovers.groups(name)).isEmpty();
        }
        assertThat(Leftovers.folders(folder)).isEmpty();
    }

    @Test
    void theNextStartKillsWhatALauncherThatWasKilledTooLeft() throws Exception {
        String name = groupName();
        long launcher = Leftovers.processes(name).stream()
                .filter(pid -> ProcFs.commandLine(pid).contains("launch\0"))
                .findFirst()
                .orElseThrow();
        new ProcessBuilder("kill", "-STOP", Long.toString(launcher)).start().waitFor();
        jvm.destroyForcibly().waitFor();
        assertThat(Leftovers.processes(name)).as("the launcher is stopped").contains(launcher);
        try (var engine = new LocalEngine(new EngineSettings(
                Isolation.REQUIRED, Set.of(), Map.of("runtimeDir", folder.toString(), "spares", "none")))) {
            engine.start();
            Awaitility.await()
                    .untilAsserted(() -> assertThat(Leftovers.processes(name)).isEmpty());
            Awaitility.await().untilAsserted(() -> assertThat(guests()).isEmpty());
        }
    }

    @Test
    void aLivingJvmIsLeftAlone() throws Exception {
        try (var engine = new LocalEngine(new EngineSettings(
                Isolation.REQUIRED, Set.of(), Map.of("runtimeDir", folder.toString(), "spares", "none")))) {
            engine.start();
            assertThat(guests()).hasSize(20);
        }
        assertThat(guests()).hasSize(20);
        assertThat(Leftovers.folders(folder)).hasSize(1);
    }
}
