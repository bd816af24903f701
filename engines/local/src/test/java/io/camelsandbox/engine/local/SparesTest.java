package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.CodeRunner;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Language;
import io.camelsandbox.Limits;
import io.camelsandbox.Mount;
import io.camelsandbox.Stdin;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.EngineStats;
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
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Sandboxes that are started ahead of their executions. */
@Timeout(120)
class SparesTest {

    private static final Map<Language, String> CODE = Map.of(
            Language.PYTHON,
            "import sys, os; sys.stdout.write(sys.stdin.read() + str(sys.argv[1:]) + os.environ['A']); sys.exit(3)",
            Language.JS,
            "const fs = require('fs'); process.stdout.write(fs.readFileSync(0, 'utf8')"
                    + " + JSON.stringify(process.argv.slice(2)) + process.env.A); process.exitCode = 3",
            Language.SHELL,
            "cat; printf '%s%s' \"$*\" \"$A\"; exit 3");

    @TempDir
    private Path folder;

    private LocalEngine engine;
    private CodeRunner runner;

    @BeforeEach
    void start() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        engine = new LocalEngine(new EngineSettings(
                Isolation.REQUIRED, Set.of(), Map.of("runtimeDir", folder.toString(), "spares", "auto")));
        engine.start();
        runner = new CodeRunner(engine);
    }

    @AfterEach
    void close() {
        engine.close();
        assertThat(Leftovers.processes(folder.toString())).isEmpty();
    }

    private ExecutionResult run(Language language, String code) throws Exception {
        return runner.run(CodeRequest.builder(language, code).build()).get(30, TimeUnit.SECONDS);
    }

    private static List<Long> booted() {
        return Leftovers.processes("--rehearse").stream()
                .filter(pid -> ProcessHandle.current().descendants().anyMatch(own -> own.pid() == pid))
                .toList();
    }

    private List<Long> sandboxes() {
        return Leftovers.processes(folder + "/").stream()
                .filter(pid -> ProcFs.commandLine(pid).contains("bwrap"))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void behaveAsThoseThatAreNot(Language language) throws Exception {
        for (int i = 0; i < 12; i++) {
            ExecutionResult result = runner.run(CodeRequest.builder(language, CODE.get(language))
                            .args(List.of("x" + i))
                            .env(Map.of("A", "a" + i))
                            .stdin(new Stdin.Bytes(("in" + i).getBytes()))
                            .build())
                    .get(30, TimeUnit.SECONDS);
            assertThat(result.stderr().text()).isEmpty();
            assertThat(result.stdout().text())
                    .startsWith("in" + i)
                    .contains("x" + i)
                    .endsWith("a" + i);
            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(result.termination()).isEqualTo(Termination.EXITED);
        }
    }

    @Test
    void waitForMoreOfWhatIsAskedForMoreOften() throws Exception {
        run(Language.PYTHON, "print(1)");
        Awaitility.await().untilAsserted(() -> assertThat(booted()).hasSize(1));
        run(Language.PYTHON, "print(2)");
        Awaitility.await().untilAsserted(() -> assertThat(booted()).hasSizeGreaterThanOrEqualTo(2));
        int before = booted().size();
        ExecutionResult result = run(Language.PYTHON, "import sys; print(sys.flags.isolated)");
        assertThat(result.stdout().text()).isEqualTo("1\n");
        assertThat(before).isLessThanOrEqualTo(8);
    }

    @Test
    void areCounted() throws Exception {
        EngineStats.Spares first = spares();
        run(Language.PYTHON, "print(1)");
        Awaitility.await().untilAsserted(() -> assertThat(booted()).hasSize(1));
        Awaitility.await().until(() -> spares().refills() > first.refills());

        run(Language.PYTHON, "print(2)");

        assertThat(spares().misses() - first.misses()).isEqualTo(1);
        assertThat(spares().hits() - first.hits()).isEqualTo(1);
        assertThat(spares().failures()).isZero();
        assertThat(spares().ready()).isLessThanOrEqualTo((int) spares().refills());
        assertThat(engine.stats().orElseThrow().liveRuns()).isZero();
        Awaitility.await().untilAsserted(() -> {
            EngineStats.Reaping reaping = engine.stats().orElseThrow().reaping();
            assertThat(reaping.pending()).isZero();
            assertThat(reaping.count()).isGreaterThanOrEqualTo(2);
            assertThat(reaping.max()).isGreaterThanOrEqualTo(reaping.mean()).isPositive();
        });
    }

    @Test
    void thatDieAreCountedAsFailures() throws Exception {
        run(Language.PYTHON, "print(1)");
        Awaitility.await().until(() -> spares().ready() > 0 && !booted().isEmpty());

        booted().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));

        Awaitility.await().until(() -> spares().failures() > 0);
    }

    private EngineStats.Spares spares() {
        return engine.stats().orElseThrow().spares();
    }

    @ParameterizedTest
    @CsvSource({"spareCount, 3, 3", "spareMemory, 40MiB, 2"})
    void areNoMoreThanTheyMayBe(String property, String value, int most) throws Exception {
        try (var small = new LocalEngine(new EngineSettings(
                Isolation.REQUIRED, Set.of(), Map.of("runtimeDir", folder.toString(), property, value)))) {
            small.start();
            var many = new CodeRunner(small);
            List<CompletableFuture<ExecutionResult>> futures = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                futures.add(many.run(CodeRequest.builder(Language.PYTHON, "1").build()));
            }
            for (CompletableFuture<ExecutionResult> future : futures) {
                future.get(60, TimeUnit.SECONDS);
            }
            Awaitility.await().untilAsserted(() -> assertThat(booted()).isNotEmpty());
            Awaitility.await().during(Duration.ofMillis(500)).untilAsserted(() -> assertThat(booted())
                    .hasSizeLessThanOrEqualTo(most));
        }
    }

    @Test
    void timeLimitsBeginWithTheRequest() throws Exception {
        run(Language.PYTHON, "1");
        run(Language.PYTHON, "1");
        Awaitility.await().untilAsserted(() -> assertThat(booted()).isNotEmpty());
        ExecutionResult result = runner.run(
                        CodeRequest.builder(Language.PYTHON, "print('x', flush=True)\nwhile True: pass")
                                .limits(Limits.DEFAULTS.withTimeout(Duration.ofMillis(500)))
                                .build())
                .get(30, TimeUnit.SECONDS);
        assertThat(result.termination()).isEqualTo(Termination.TIMED_OUT);
        assertThat(result.stdout().text()).isEqualTo("x\n");
        assertThat(result.usage().wallTime()).isBetween(Duration.ofMillis(450), Duration.ofMillis(1500));
    }

    @Test
    void thatAreKilledAreReplacedAndNobodyNotices() throws Exception {
        for (int round = 0; round < 5; round++) {
            run(Language.PYTHON, "1");
            run(Language.PYTHON, "1");
            List<Long> killed = booted();
            killed.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
            Awaitility.await().pollInterval(Duration.ofMillis(1)).until(() -> killed.stream()
                    .allMatch(pid -> ProcFs.startTime(pid).isEmpty()));
            List<CompletableFuture<ExecutionResult>> futures = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                futures.add(runner.run(
                        CodeRequest.builder(Language.PYTHON, "print('ok')").build()));
            }
            for (CompletableFuture<ExecutionResult> future : futures) {
                assertThat(future.get(30, TimeUnit.SECONDS).stdout().text()).isEqualTo("ok\n");
            }
        }
    }

    @Test
    void areNeverUsedTwice() throws Exception {
        for (int i = 0; i < 20; i++) {
            ExecutionResult result =
                    run(Language.SHELL, "ls /tmp /home/sandbox /dev/shm | grep -c mark; touch /tmp/mark /dev/shm/mark");
            assertThat(result.stdout().text()).isEqualTo("0\n");
        }
    }

    @Test
    void areNotKeptForExecutionsWithMounts() throws Exception {
        for (int i = 0; i < 4; i++) {
            engine.run(Executions.shell("true")
                            .mounts(new Mount(Path.of("/usr/share"), "/data", false))
                            .build())
                    .get(30, TimeUnit.SECONDS);
        }
        Awaitility.await().during(Duration.ofMillis(300)).untilAsserted(() -> assertThat(sandboxes())
                .hasSizeLessThanOrEqualTo(1));
    }
}
