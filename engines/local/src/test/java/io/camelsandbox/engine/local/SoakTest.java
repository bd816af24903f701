package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.CodeRunner;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Language;
import io.camelsandbox.Limits;
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
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many runs of many kinds beside each other; {@code -Dsoak.runs} makes it longer. */
class SoakTest {

    private static final int RUNS = Integer.getInteger("soak.runs", 300);
    private static final int AT_ONCE = 24;

    /** What is run, and how it must end. */
    private record Kind(Language language, String code, Termination ending) {}

    private static final List<Kind> KINDS = List.of(
            new Kind(Language.SHELL, "echo ok", Termination.EXITED),
            new Kind(Language.SHELL, "sleep 30", Termination.TIMED_OUT),
            new Kind(Language.SHELL, "yes", Termination.TIMED_OUT),
            new Kind(Language.SHELL, "kill -9 $$", Termination.SIGNALED),
            new Kind(Language.SHELL, "for i in 1 2 3 4 5; do (setsid sleep 50 &); done; exit 4", Termination.EXITED),
            new Kind(Language.PYTHON, "print('ok')", Termination.EXITED),
            new Kind(
                    Language.PYTHON,
                    "import os\nwhile True:\n try: os.fork()\n except OSError: pass",
                    Termination.TIMED_OUT),
            new Kind(Language.PYTHON, "import os; os.abort()", Termination.SIGNALED),
            new Kind(Language.JS, "console.log('ok')", Termination.EXITED),
            new Kind(Language.JS, "for (;;) {}", Termination.TIMED_OUT));

    /** Jars, for one. */
    private static void openWhatTheJvmKeepsOpen() throws Exception {
        try (var engine = new LocalEngine(EngineSettings.DEFAULTS)) {
            engine.start();
            engine.run(Executions.shell("true").build()).get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void everyRunEndsAsItShouldAndNothingIsLeft(@TempDir Path folder) throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        openWhatTheJvmKeepsOpen();
        int descriptors = Leftovers.descriptors();
        List<String> mounts = Leftovers.mounts();
        var random = new Random(42);
        var places = new Semaphore(AT_ONCE);
        var completed = new AtomicInteger();
        List<CompletableFuture<ExecutionResult>> futures = new ArrayList<>();
        List<Kind> kinds = new ArrayList<>();
        int cancelled = 0;
        try (var engine = new LocalEngine(new EngineSettings(
                Isolation.REQUIRED, Set.of(), Map.of("runtimeDir", folder.toString(), "spares", "auto")))) {
            engine.start();
            var runner = new CodeRunner(engine);
            for (int i = 0; i < RUNS; i++) {
                places.acquire();
                Kind kind = KINDS.get(random.nextInt(KINDS.size()));
                CompletableFuture<ExecutionResult> future = runner.run(CodeRequest.builder(kind.language, kind.code)
                        .limits(Limits.DEFAULTS
                                .withTimeout(Duration.ofMillis(
                                        kind.ending == Termination.TIMED_OUT ? 100 + random.nextInt(900) : 60_000))
                                .withPids(40))
                        .build());
                future.whenComplete((result, error) -> {
                    completed.incrementAndGet();
                    places.release();
                });
                kinds.add(kind);
                futures.add(future);
                if (random.nextInt(10) == 0) {
                    future.cancel(true);
                    cancelled++;
                }
            }
            for (int i = 0; i < RUNS; i++) {
                if (!futures.get(i).isCancelled()) {
                    ExecutionResult result = futures.get(i).get(120, TimeUnit.SECONDS);
                    assertThat(result.termination()).as(kinds.get(i).code).isEqualTo(kinds.get(i).ending);
                }
            }
        }
        assertThat(completed).hasValue(RUNS);
        assertThat(cancelled).isPositive();
        assertThat(Leftovers.processes(folder.toString())).isEmpty();
        assertThat(Leftovers.zombies()).isZero();
        assertThat(Leftovers.folders(folder)).isEmpty();
        assertThat(Leftovers.groups(
                        RuntimeFolder.PREFIX + ProcessHandle.current().pid() + "-"))
                .isEmpty();
        assertThat(Leftovers.mounts()).isEqualTo(mounts);
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(Leftovers.descriptors()).isLessThanOrEqualTo(descriptors);
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .noneMatch(name -> name.startsWith("camel-sandbox"));
        });
    }
}
