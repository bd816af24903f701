package io.camelsandbox.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Guarantee;
import io.camelsandbox.Language;
import io.camelsandbox.Limits;
import io.camelsandbox.OutputPolicy;
import io.camelsandbox.SandboxCancelledException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Why a run ended, told apart for certain, and that it does. */
public interface EndingCases {

    ConformanceKit kit();

    /** Code that never ends, in each language. */
    static String forever(Language language) {
        return switch (language) {
            case PYTHON -> "print('began', flush=True)\nwhile True: pass";
            case JS -> "console.log('began'); for(;;);";
            case SHELL -> "echo began; while :; do :; done";
        };
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    default void theTimeLimitEndsIt(Language language) {
        Outcome outcome =
                kit().run(language, forever(language), request -> request.limits(ConformanceKit.limits(1_200)));

        assertThat(outcome.ending()).isEqualTo("timed_out");
        assertThat(outcome.result().exitCode()).isEqualTo(-1);
        assertThat(outcome.stdout()).isEqualTo("began\n");
        assertThat(outcome.elapsed())
                .isBetween(Duration.ofMillis(1_200), Duration.ofMillis(1_500).plus(ConformanceKit.SLACK));
    }

    @Test
    default void fractionsOfASecondAreKept() {
        Outcome outcome = kit().run(Language.SHELL, "sleep 60", request -> request.limits(ConformanceKit.limits(250)));

        assertThat(outcome.ending()).isEqualTo("timed_out");
        assertThat(outcome.elapsed()).isLessThan(Duration.ofMillis(450).plus(ConformanceKit.SLACK));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(sleep 71 &); echo hi",
                "sleep 71 & echo hi",
                "setsid sleep 71 & echo hi",
                "nohup sleep 71 >/dev/null 2>&1 & echo hi",
                "setsid sh -c 'trap \"\" TERM HUP INT; sleep 71' & echo hi"
            })
    default void itEndsWithItsMainProcessWhateverItLeavesBehind(String code) {
        Outcome outcome = kit().shell(code);

        assertThat(outcome.ending()).isEqualTo("exited");
        assertThat(outcome.stdout()).isEqualTo("hi\n");
        assertThat(outcome.elapsed()).isLessThan(Duration.ofSeconds(2).plus(ConformanceKit.SLACK));
    }

    @Test
    default void theGraceLetsAProgramSayGoodbye() {
        Outcome outcome = kit().run(
                        Language.SHELL,
                        "trap 'echo bye; exit 0' TERM; echo began; while :; do sleep 0.01; done",
                        request -> request.limits(ConformanceKit.limits(800)));

        assertThat(outcome.ending()).isEqualTo("timed_out");
        assertThat(outcome.result().exitCode()).isEqualTo(-1);
        assertThat(outcome.stdout()).startsWith("began\n");
    }

    @Test
    default void cancellingEndsIt() {
        long start = System.nanoTime();
        CompletableFuture<ExecutionResult> running = kit().runner()
                .run(CodeRequest.builder(Language.SHELL, "echo began; sleep 72").build());
        CompletableFuture<Throwable> seen =
                running.handle((result, error) -> error).toCompletableFuture();
        CompletableFuture.delayedExecutor(700, TimeUnit.MILLISECONDS).execute(() -> running.cancel(true));

        Throwable error = seen.orTimeout(10, TimeUnit.SECONDS).join();

        assertThat(error).isNotNull();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        assertThat(cause)
                .isInstanceOfAny(SandboxCancelledException.class, java.util.concurrent.CancellationException.class);
    }

    @Test
    default void theMemoryLimitIsTold() {
        kit().needs(Guarantee.MEMORY);
        Limits limits = ConformanceKit.limits(20_000).withMemory(96L << 20);
        String code = "print('began', flush=True)\nb=[]\nwhile True: b.append(bytearray(1<<20))";

        Outcome outcome = kit().run(Language.PYTHON, code, request -> request.limits(limits));

        assertThat(outcome.stdout()).isEqualTo("began\n");
        if (kit().enforced(Guarantee.MEMORY)) {
            assertThat(outcome.ending()).isEqualTo("out_of_memory");
        } else {
            assertThat(outcome.result().succeeded()).isFalse();
            assertThat(outcome.ending()).isIn("out_of_memory", "exited");
        }
    }

    @Test
    default void aChildThatRanOutOfMemoryEndsTheWholeRun() {
        kit().needsEnforced(Guarantee.MEMORY);
        Limits limits = ConformanceKit.limits(20_000).withMemory(96L << 20);
        String code = """
                import subprocess, sys
                r = subprocess.run([sys.executable, "-c", "b=[]\\nwhile True: b.append(bytearray(1<<20))"])
                print("child", r.returncode); sys.exit(1)
                """;

        Outcome outcome = kit().run(Language.PYTHON, code, request -> request.limits(limits));

        assertThat(outcome.ending()).isEqualTo("out_of_memory");
    }

    @Test
    default void aRunThatCopesWithAChildThatRanOutOfMemoryHasExited() {
        kit().needsEnforced(Guarantee.MEMORY);
        Limits limits = ConformanceKit.limits(20_000).withMemory(96L << 20);
        String code = """
                import subprocess, sys
                r = subprocess.run([sys.executable, "-c", "b=[]\\nwhile True: b.append(bytearray(1<<20))"])
                print("child", r.returncode)
                """;

        Outcome outcome = kit().run(Language.PYTHON, code, request -> request.limits(limits));

        // Where the kernel ends the whole run with its child there is nothing left that could cope.
        assertThat(outcome.ending() + " " + outcome.result().exitCode() + " " + outcome.stdout())
                .isIn("exited 0 child -9\n", "out_of_memory 137 ");
    }

    @Test
    default void theProcessLimitIsTold() {
        kit().needs(Guarantee.PIDS);
        String code = """
                import os, sys, time
                n = 0
                try:
                    while True:
                        if os.fork() == 0: time.sleep(30); os._exit(0)
                        n += 1
                except OSError as e:
                    print(e.errno, 5 < n <= 40); sys.exit(4)
                """;
        Outcome outcome = kit().run(
                        Language.PYTHON,
                        code,
                        request -> request.limits(ConformanceKit.limits(8_000).withPids(40)));

        assertThat(outcome.stdout()).isEqualTo("11 True\n");
        assertThat(outcome.result().exitCode()).isEqualTo(4);
        if (kit().enforced(Guarantee.PIDS)) {
            assertThat(outcome.ending()).isEqualTo("too_many_processes");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/tmp", "/workspace", "/dev/shm", "/home/sandbox", "/code"})
    default void aFullDiskIsTold(String folder) {
        kit().needsEnforced(Guarantee.DISK);
        Limits limits = ConformanceKit.limits(8_000).withDisk(4L << 20);

        Outcome outcome = kit().run(
                        Language.SHELL,
                        "dd if=/dev/zero of=" + folder + "/f bs=64k count=1024 2>/dev/null || exit 5",
                        request -> request.limits(limits));

        assertThat(outcome.result().exitCode()).isEqualTo(5);
        assertThat(outcome.ending()).isEqualTo("disk_full");
    }

    @Test
    default void aFullDiskThatTheCodeCopesWithIsNoFailure() {
        kit().needsEnforced(Guarantee.DISK);
        Limits limits = ConformanceKit.limits(8_000).withDisk(4L << 20);

        Outcome outcome = kit().run(
                        Language.SHELL,
                        "dd if=/dev/zero of=/tmp/f bs=64k count=1024 2>/dev/null; rm /tmp/f; echo coped",
                        request -> request.limits(limits));

        assertThat(outcome.result().succeeded()).isTrue();
    }

    @Test
    default void tooMuchOutputIsToldWhereItIsALimit() {
        Outcome outcome = kit().run(Language.SHELL, "echo out; echo err >&2; yes", request -> request.outputPolicy(
                        OutputPolicy.KILL)
                .limits(ConformanceKit.limits(8_000).withOutput(10_000)));

        assertThat(outcome.ending()).isEqualTo("output_limit");
        assertThat(outcome.result().stdout().truncated()).isTrue();
        assertThat(outcome.result().stdout().bytes()).hasSize(10_000);
        assertThat(outcome.stderr()).isEqualTo("err\n");
        assertThat(outcome.elapsed()).isLessThan(Duration.ofSeconds(4));
    }

    @Test
    default void aRunThatIsAnsweredIsAnsweredOnce() {
        var answers = new AtomicReference<String>("");
        CompletableFuture<ExecutionResult> running = kit().runner()
                .run(CodeRequest.builder(Language.SHELL, "echo once").build());
        CompletableFuture<Void> counted = running.handle((result, error) -> {
            answers.accumulateAndGet("x", String::concat);
            return null;
        });
        counted.orTimeout(10, TimeUnit.SECONDS).join();

        assertThat(running.cancel(true)).isFalse();
        assertThat(answers.get()).isEqualTo("x");
    }
}
