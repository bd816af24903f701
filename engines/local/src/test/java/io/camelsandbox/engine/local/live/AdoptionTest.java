package io.camelsandbox.engine.local.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.SandboxFacts.Ending;
import io.camelsandbox.engine.local.ChildJvm;
import io.camelsandbox.engine.local.Leftovers;
import io.camelsandbox.engine.local.LocalEngine;
import io.camelsandbox.sandbox.LogRequest;
import io.camelsandbox.sandbox.OnTermination;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.SandboxFilter;
import io.camelsandbox.sandbox.SandboxStatus;
import io.camelsandbox.sandbox.Sandboxes;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sandboxes whose JVM is killed live on, and belong to the next one. */
@Timeout(180)
class AdoptionTest {

    private static final String TRACE = "223607";
    private static final SandboxFilter ALL =
            SandboxFilter.builder().tags(List.of("held")).showTerminated().build();

    @TempDir
    private Path folder;

    private final List<Process> jvms = new ArrayList<>();
    private Set<String> keptBefore;

    @BeforeEach
    void open() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        keptBefore = keptUsers();
    }

    @AfterEach
    void killAll() throws Exception {
        for (Process jvm : jvms) {
            jvm.destroyForcibly().waitFor();
        }
        for (long pid : guests()) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    private Process holding(int count, String... properties) throws Exception {
        Process jvm = starting(count, properties);
        Path log = folder.resolve("log" + (jvms.size() - 1));
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(Files.readString(log)).contains("ready"));
        return jvm;
    }

    private Process starting(int count, String... properties) throws Exception {
        Path log = folder.resolve("log" + jvms.size());
        var args = new ArrayList<>(List.of(folder.toString(), state(), Integer.toString(count), "orphans=adopt"));
        args.addAll(List.of(properties));
        Process jvm = new ChildJvm().start(HoldingEngine.class, log, args.toArray(String[]::new));
        jvms.add(jvm);
        return jvm;
    }

    private String state() {
        return folder.resolve("state").toString();
    }

    private LocalEngine engine(String orphans) {
        return LiveTest.started(new HashMap<>(
                Map.of("runtimeDir", folder.toString(), "stateDir", state(), "spares", "none", "orphans", orphans)));
    }

    /** The main processes and what holds them. */
    private static Set<Long> guests() {
        return Leftovers.processes(TRACE).stream()
                .filter(pid -> !command(pid).contains("HoldingEngine"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String command(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/cmdline"));
        } catch (IOException e) {
            return "";
        }
    }

    private static Set<String> keptUsers() throws IOException {
        Path claims = Path.of("/run/camel-sandbox");
        if (!Files.isReadable(claims)) {
            return Set.of();
        }
        try (Stream<Path> files = Files.list(claims)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("kept-"))
                    .collect(Collectors.toSet());
        }
    }

    private static String out(Sandbox sandbox, String script) throws Exception {
        return LiveTest.get(sandbox.exec("/bin/sh", "-c", script).result())
                .stdout()
                .text();
    }

    private static List<Sandbox> list(Sandboxes sandboxes) throws Exception {
        return LiveTest.get(sandboxes.list(ALL));
    }

    private void nothingIsLeft(String runtimeFolder) {
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            assertThat(guests()).isEmpty();
            assertThat(Leftovers.processes(runtimeFolder)).isEmpty();
            assertThat(Leftovers.folders(folder)).noneMatch(path -> path.endsWith(runtimeFolder));
            assertThat(Leftovers.groups(runtimeFolder)).isEmpty();
            assertThat(keptBefore).containsAll(keptUsers());
        });
    }

    private String runtimeFolder() throws IOException {
        return Leftovers.folders(folder).get(0).getFileName().toString();
    }

    @Test
    void theNextJvmHasThemAsTheyWere() throws Exception {
        Process jvm = holding(20);
        String first = runtimeFolder();
        Set<Long> before = guests();
        jvm.destroyForcibly().waitFor();
        try (LocalEngine engine = engine("adopt");
                var sandboxes = Sandboxes.on(engine)) {
            assertThat(sandboxes.can(Capability.ADOPTION)).isTrue();
            List<Sandbox> found = list(sandboxes);
            assertThat(found).hasSize(20).allMatch(sandbox -> sandbox.status()
                    .equals(Optional.of(SandboxStatus.RUNNING)));
            assertThat(guests()).isEqualTo(before);
            for (Sandbox sandbox : found) {
                assertThat(out(sandbox, "cat file; echo after > file; cat file; echo more > /tmp/talk"))
                        .isEqualTo("before\nafter\n");
                ItemReader<String> lines = ItemReader.of(
                        sandbox.logs(LogRequest.builder().follow().build()).lines(), 2);
                await().untilAsserted(() -> assertThat(lines.items()).hasSize(2));
                assertThat(lines.items().get(0)).startsWith("I am ");
                assertThat(lines.items().get(1)).isEqualTo("more\n");
                lines.cancel();
            }
            assertThat(Leftovers.folders(folder)).hasSize(2);
            Sandbox beside = LiveTest.get(
                    LiveTest.get(sandboxes.run(SandboxSpec.builder().tags("new").build()))
                            .waitUntilRunning());
            assertThat(out(beside, "echo too")).isEqualTo("too\n");
            LiveTest.get(beside.stop());
            for (Sandbox sandbox : found) {
                LiveTest.get(sandbox.stop());
                LiveTest.get(sandbox.waitUntilComplete(Duration.ofSeconds(30), OnTermination.RETURN));
                assertThat(sandbox.facts().orElseThrow().ending()).contains(Ending.STOPPED);
            }
            nothingIsLeft(first);
        }
        assertThat(Leftovers.folders(folder)).isEmpty();
    }

    @Test
    void theyEndWithTheJvmThatAdoptedThemWhenThatEndsInOrder() throws Exception {
        Process jvm = holding(3);
        String first = runtimeFolder();
        jvm.destroyForcibly().waitFor();
        try (LocalEngine engine = engine("adopt");
                var sandboxes = Sandboxes.on(engine)) {
            assertThat(list(sandboxes)).hasSize(3);
        }
        nothingIsLeft(first);
        try (LocalEngine engine = engine("adopt");
                var sandboxes = Sandboxes.on(engine)) {
            assertThat(list(sandboxes))
                    .hasSize(3)
                    .allMatch(sandbox -> sandbox.facts().orElseThrow().ending().equals(Optional.of(Ending.SHUTDOWN)));
        }
    }

    @Test
    void oneJvmAfterTheOtherMayDie() throws Exception {
        holding(2).destroyForcibly().waitFor();
        Set<Long> before = guests();
        for (int i = 0; i < 3; i++) {
            holding(1).destroyForcibly().waitFor();
        }
        try (LocalEngine engine = engine("adopt");
                var sandboxes = Sandboxes.on(engine)) {
            List<Sandbox> found = list(sandboxes);
            assertThat(found).hasSize(5);
            assertThat(guests()).containsAll(before);
            for (Sandbox sandbox : found) {
                assertThat(out(sandbox, "cat file")).isEqualTo("before\n");
            }
        }
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            assertThat(guests()).isEmpty();
            assertThat(Leftovers.folders(folder)).isEmpty();
            assertThat(keptBefore).containsAll(keptUsers());
        });
    }

    @Test
    void atWhateverMomentTheJvmDiesAllAreAdoptedOrGone() throws Exception {
        int adopted = 0;
        for (int i = 0; i < 5; i++) {
            Process jvm = starting(30);
            int enough = 1 + 7 * i;
            await().pollInterval(Duration.ofMillis(5))
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> guests().size() >= enough);
            jvm.destroyForcibly().waitFor();
            try (LocalEngine engine = engine("adopt");
                    var sandboxes = Sandboxes.on(engine)) {
                for (Sandbox sandbox : LiveTest.get(sandboxes.list(
                        SandboxFilter.builder().tags(List.of("held")).build()))) {
                    adopted++;
                    assertThat(out(sandbox, "cat file")).isEqualTo("before\n");
                }
            }
        }
        assertThat(adopted).isPositive();
        try (LocalEngine engine = engine("sweep")) {
            assertThat(engine.name()).isEqualTo("local");
            await().atMost(Duration.ofSeconds(40))
                    .untilAsserted(() -> assertThat(guests()).isEmpty());
        }
        engine("sweep").close();
        assertThat(Leftovers.folders(folder)).isEmpty();
        assertThat(keptBefore).containsAll(keptUsers());
    }

    @Test
    void whoeverComesTooLateFindsThemEnded() throws Exception {
        Process jvm = holding(3, "orphanPatience=1s");
        String first = runtimeFolder();
        jvm.destroyForcibly().waitFor();
        assertThat(guests()).isNotEmpty();
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(guests()).isEmpty());
        try (LocalEngine engine = engine("adopt");
                var sandboxes = Sandboxes.on(engine)) {
            assertThat(list(sandboxes))
                    .hasSize(3)
                    .allMatch(sandbox -> sandbox.facts().orElseThrow().ending().equals(Optional.of(Ending.LOST)));
            nothingIsLeft(first);
        }
    }

    @Test
    void thoseOfALivingJvmAreItsOwn() throws Exception {
        Process jvm = holding(2);
        try (LocalEngine engine = engine("adopt");
                var sandboxes = Sandboxes.on(engine)) {
            for (Sandbox sandbox : list(sandboxes)) {
                assertThat(sandbox.status()).contains(SandboxStatus.RUNNING);
                assertThatThrownBy(() -> out(sandbox, "true"))
                        .rootCause()
                        .isInstanceOfSatisfying(SandboxException.class, e -> assertThat(e.reason())
                                .isEqualTo(Reason.NOT_IMPLEMENTED));
            }
            jvm.destroyForcibly().waitFor();
            for (Sandbox sandbox : list(sandboxes)) {
                assertThat(out(sandbox, "cat file")).isEqualTo("before\n");
            }
        }
    }

    @Test
    void anEngineThatDoesNotAdoptLeavesThemAlone() throws Exception {
        holding(2).destroyForcibly().waitFor();
        Set<Long> before = guests();
        try (LocalEngine engine = engine("sweep");
                var sandboxes = Sandboxes.on(engine)) {
            assertThat(sandboxes.can(Capability.ADOPTION)).isFalse();
            assertThat(list(sandboxes)).hasSize(2).allMatch(sandbox -> sandbox.status()
                    .equals(Optional.of(SandboxStatus.RUNNING)));
        }
        assertThat(guests()).isEqualTo(before);
        try (LocalEngine engine = engine("adopt");
                var sandboxes = Sandboxes.on(engine)) {
            for (Sandbox sandbox : list(sandboxes)) {
                assertThat(out(sandbox, "cat file")).isEqualTo("before\n");
            }
        }
        assertThat(Leftovers.folders(folder)).isEmpty();
    }

    @Test
    void theEndOfAMainProcessThatNobodySawIsTold() throws Exception {
        holding(1).destroyForcibly().waitFor();
        long main = guests().stream()
                .filter(pid -> command(pid).startsWith("/bin/sh"))
                .findFirst()
                .orElseThrow();
        ProcessHandle.of(main).ifPresent(ProcessHandle::destroyForcibly);
        try (LocalEngine engine = engine("adopt");
                var sandboxes = Sandboxes.on(engine)) {
            Sandbox sandbox = list(sandboxes).get(0);
            LiveTest.get(sandbox.waitUntilComplete(Duration.ofSeconds(30), OnTermination.RETURN));
            assertThat(sandbox.facts().orElseThrow().ending()).contains(Ending.EXITED);
            assertThat(sandbox.returnCode()).hasValue(137);
        }
    }
}
