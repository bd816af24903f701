package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.Enforcement.Level;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Guarantee;
import io.camelsandbox.Limits;
import io.camelsandbox.Mount;
import io.camelsandbox.OutputFile;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.Isolation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NoIsolationTest {

    @TempDir
    private static Path folder;

    private static LocalEngine engine;

    @BeforeAll
    static void start() {
        engine = new LocalEngine(new EngineSettings(Isolation.NONE, Set.of(), Map.of("runtimeDir", folder.toString())));
        engine.start();
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    private static ExecutionResult run(Executions executions) throws Exception {
        try {
            return engine.run(executions.build()).get(50, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw (Exception) e.getCause();
        }
    }

    @Test
    void runsOnTheHostAndSaysSo() throws Exception {
        ExecutionResult result = run(Executions.shell("id -u; cat /proc/sys/kernel/random/boot_id"));
        assertThat(result.stdout().text()).isEqualTo(ProcFs.userId() + "\n" + ProcFs.bootId() + "\n");
        for (Guarantee guarantee : new Guarantee[] {
            Guarantee.FILESYSTEM, Guarantee.NETWORK, Guarantee.USER, Guarantee.SECCOMP, Guarantee.DISK
        }) {
            assertThat(result.enforcement().level(guarantee)).isEqualTo(Level.UNAVAILABLE);
        }
    }

    @Test
    void worksInAFolderOfItsOwnThatGoesWithIt() throws Exception {
        ExecutionResult result = run(Executions.shell("pwd; cat in.txt > out.txt; echo $HOME $TMPDIR")
                .env(Map.of("PATH", "/usr/bin:/bin", "HOME", "/home/sandbox", "TMPDIR", "/tmp"))
                .inputFile("in.txt", "abc")
                .outputFiles("*.txt"));
        assertThat(result.stdout().text()).contains(folder.toString()).doesNotContain(" /tmp\n");
        assertThat(result.files()).extracting(OutputFile::name).containsExactly("in.txt", "out.txt");
        Path base = Leftovers.folders(folder).get(0);
        Awaitility.await().untilAsserted(() -> {
            try (Stream<Path> entries = Files.list(base.resolve("private"))) {
                assertThat(entries).extracting(Path::getFileName).containsExactly(Path.of("s"));
            }
        });
    }

    @Test
    void stillEndsAtItsTimeLimitWithAllThatItStarted() throws Exception {
        ExecutionResult result = run(Executions.shell("setsid sleep 264575 & echo begun; sleep 264575")
                .limits(Limits.DEFAULTS.withTimeout(Duration.ofMillis(700))));
        assertThat(result.termination()).isEqualTo(Termination.TIMED_OUT);
        assertThat(result.stdout().text()).isEqualTo("begun\n");
        Awaitility.await()
                .untilAsserted(() -> assertThat(Leftovers.processes("264575")).isEmpty());
    }

    @Test
    void refusesMounts() {
        assertThatThrownBy(() -> run(Executions.shell("true").mounts(new Mount(Path.of("/usr"), "/data", false))))
                .isInstanceOf(SandboxRefusedException.class)
                .hasMessageContaining("isolation=none");
    }
}
