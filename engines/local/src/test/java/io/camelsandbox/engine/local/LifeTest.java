package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.EngineLostException;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Guarantee;
import io.camelsandbox.Limits;
import io.camelsandbox.SandboxCancelledException;
import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.Isolation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an engine leaves, and how it takes being disturbed. */
@Timeout(120)
class LifeTest {

    private static final int MANY = 200;

    private static EngineSettings in(Path folder) {
        return new EngineSettings(
                Isolation.REQUIRED, Set.of(), Map.of("runtimeDir", folder.toString(), "spares", "none"));
    }

    /** Sandboxes of a root JVM have other users, and they must get to the folder. */
    private static Path passable(Path folder) throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder;
    }

    @Test
    void leavesNothingOnTheMachine(@TempDir Path folder) throws Exception {
        List<String> mounts = Leftovers.mounts();
        int descriptors = Leftovers.descriptors();
        try (var engine = new LocalEngine(in(passable(folder)))) {
            engine.start();
            for (int i = 0; i < 20; i++) {
                engine.run(Executions.shell("(sleep 100 &) ; true & true &").build())
                        .get(30, TimeUnit.SECONDS);
            }
            Awaitility.await().untilAsserted(() -> assertThat(Leftovers.processes(folder.toString()))
                    .hasSize(1));
            assertThat(Leftovers.zombies()).isZero();
        }
        assertThat(Leftovers.processes(folder.toString())).isEmpty();
        assertThat(Leftovers.folders(folder)).isEmpty();
        assertThat(Leftovers.groups(
                        RuntimeFolder.PREFIX + ProcessHandle.current().pid() + "-"))
                .isEmpty();
        assertThat(Leftovers.mounts()).isEqualTo(mounts);
        Awaitility.await()
                .untilAsserted(() -> assertThat(Leftovers.descriptors()).isLessThanOrEqualTo(descriptors));
    }

    @Test
    void serves200AtOnceWithFewThreads(@TempDir Path folder) throws Exception {
        try (var engine = new LocalEngine(in(passable(folder)))) {
            engine.start();
            int threads = Thread.activeCount();
            var futures = new ArrayList<CompletableFuture<ExecutionResult>>();
            for (int i = 0; i < MANY; i++) {
                futures.add(engine.run(Executions.shell("sleep 1; echo " + i)
                        .limits(Limits.DEFAULTS.withTimeout(Duration.ofSeconds(60)))
                        .build()));
            }
            int most = Thread.activeCount();
            for (int i = 0; i < MANY; i++) {
                ExecutionResult result = futures.get(i).get(100, TimeUnit.SECONDS);
                assertThat(result.stdout().text()).isEqualTo(i + "\n");
                most = Math.max(most, Thread.activeCount());
            }
            assertThat(most - threads).isLessThanOrEqualTo(4);
        }
        assertThat(Leftovers.processes(folder.toString())).isEmpty();
    }

    @Test
    void cancellingEndsTheExecution(@TempDir Path folder) throws Exception {
        try (var engine = new LocalEngine(in(passable(folder)))) {
            engine.start();
            CompletableFuture<ExecutionResult> future =
                    engine.run(Executions.shell("sleep 271828").build());
            Awaitility.await().until(() -> !Leftovers.processes("271828").isEmpty());
            future.cancel(true);
            Awaitility.await().until(() -> Leftovers.processes("271828").isEmpty());
        }
    }

    @Test
    void cancellingAtOnceIsFineToo(@TempDir Path folder) throws Exception {
        try (var engine = new LocalEngine(in(passable(folder)))) {
            engine.start();
            for (int i = 0; i < 30; i++) {
                engine.run(Executions.shell("sleep 161803").build()).cancel(true);
            }
            Awaitility.await().untilAsserted(() -> assertThat(Leftovers.processes(folder.toString()))
                    .hasSize(1));
        }
    }

    @Test
    void closingEndsWhatRunsAndKeepsItsOutput(@TempDir Path folder) throws Exception {
        var engine = new LocalEngine(in(passable(folder)));
        engine.start();
        CompletableFuture<ExecutionResult> future =
                engine.run(Executions.shell("echo begun; sleep 314159").build());
        Awaitility.await().until(() -> !Leftovers.processes("314159").isEmpty());
        engine.close();
        engine.close();
        assertThat(Leftovers.processes("314159")).isEmpty();
        assertThatThrownBy(() -> future.get(1, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(SandboxCancelledException.class, e -> {
                    assertThat(e.result().orElseThrow().stdout().text()).isEqualTo("begun\n");
                    assertThat(e.result().orElseThrow().termination()).isEqualTo(Termination.CANCELLED);
                });
        assertThatThrownBy(() -> engine.run(Executions.shell("true").build()).get())
                .cause()
                .isInstanceOf(SandboxUnavailableException.class);
    }

    @Test
    void aKilledLauncherLosesItsRunsAndIsReplaced(@TempDir Path folder) throws Exception {
        try (var engine = new LocalEngine(in(passable(folder)))) {
            engine.start();
            CompletableFuture<ExecutionResult> future =
                    engine.run(Executions.shell("echo begun; sleep 141421").build());
            Awaitility.await().until(() -> !Leftovers.processes("141421").isEmpty());
            long launcher = Leftovers.processes(folder.toString()).stream()
                    .filter(pid -> ProcFs.commandLine(pid).contains("launch\0"))
                    .findFirst()
                    .orElseThrow();
            ProcessHandle.of(launcher).orElseThrow().destroyForcibly();
            assertThatThrownBy(() -> future.get(10, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOfSatisfying(EngineLostException.class, e -> assertThat(
                                    e.result().orElseThrow().stdout().text())
                            .isEqualTo("begun\n"));
            ExecutionResult next =
                    engine.run(Executions.shell("echo again").build()).get(30, TimeUnit.SECONDS);
            assertThat(next.stdout().text()).isEqualTo("again\n");
            Awaitility.await().until(() -> Leftovers.processes("141421").isEmpty());
        }
    }

    @Test
    void anUnknownPropertyFailsTheStartAndNamesTheKnownOnes() {
        var engine = new LocalEngine(new EngineSettings(Isolation.REQUIRED, Set.of(), Map.of("runtimedir", "/tmp")));
        assertThatThrownBy(engine::start)
                .isInstanceOf(SandboxUnavailableException.class)
                .hasMessageContaining("runtimedir")
                .hasMessageContaining("runtimeDir");
    }

    @Test
    void aMissingBubblewrapFailsTheStartWithTheRemedy() {
        var engine =
                new LocalEngine(new EngineSettings(Isolation.REQUIRED, Set.of(), Map.of("bwrap", "/no/such/bwrap")));
        assertThatThrownBy(engine::start)
                .isInstanceOf(SandboxUnavailableException.class)
                .hasMessageContaining("apt-get install bubblewrap");
    }

    @Test
    void aGuaranteeThatCannotBeGivenFailsTheStartWithTheRemedy() {
        var engine = new LocalEngine(
                new EngineSettings(Isolation.REQUIRED, Set.of(Guarantee.MEMORY), Map.of("groups", "none")));
        assertThatThrownBy(engine::start)
                .isInstanceOf(SandboxUnavailableException.class)
                .hasMessageContaining("memory is best_effort");
    }
}
