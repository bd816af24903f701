package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.camelsandbox.Enforcement.Level;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Guarantee;
import io.camelsandbox.Limits;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.Stdin;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.EngineSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LocalEngineTest {

    private static final Duration SHORT = Duration.ofMillis(700);
    private static final Limits SMALL =
            Limits.DEFAULTS.withMemory(64L << 20).withDisk(4 << 20).withPids(16);

    private static LocalEngine engine;

    @BeforeAll
    static void start() {
        engine = new LocalEngine(EngineSettings.DEFAULTS);
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

    private static Limits within(Duration timeout) {
        return Limits.DEFAULTS.withTimeout(timeout);
    }

    @Test
    void givesOutputAndExitCode() throws Exception {
        ExecutionResult result = run(Executions.shell("echo hello; echo oops >&2; exit 7"));
        assertThat(result.stdout().text()).isEqualTo("hello\n");
        assertThat(result.stderr().text()).isEqualTo("oops\n");
        assertThat(result.exitCode()).isEqualTo(7);
        assertThat(result.termination()).isEqualTo(Termination.EXITED);
        assertThat(result.signal()).isEmpty();
    }

    @Test
    void aChosenExitCodeOf137IsNoKill() throws Exception {
        ExecutionResult result = run(Executions.shell("exit 137"));
        assertThat(result.termination()).isEqualTo(Termination.EXITED);
        assertThat(result.exitCode()).isEqualTo(137);
    }

    @Test
    void namesTheSignalThatEndedIt() throws Exception {
        ExecutionResult result = run(Executions.shell("kill -SEGV $$"));
        assertThat(result.termination()).isEqualTo(Termination.SIGNALED);
        assertThat(result.signal()).isEqualTo(OptionalInt.of(11));
        assertThat(result.exitCode()).isEqualTo(139);
    }

    @Test
    void keepsTheOutputBeforeATimeout() throws Exception {
        long begin = System.nanoTime();
        ExecutionResult result = run(Executions.shell("echo before; sleep 30").limits(within(SHORT)));
        assertThat(result.termination()).isEqualTo(Termination.TIMED_OUT);
        assertThat(result.exitCode()).isEqualTo(-1);
        assertThat(result.stdout().text()).isEqualTo("before\n");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SHORT.plusMillis(1500));
    }

    @Test
    void timesOutWhatIgnoresBeingAskedToEnd() throws Exception {
        ExecutionResult result = run(Executions.shell("trap '' TERM INT HUP; while :; do sleep 0.05; done")
                .limits(within(SHORT)));
        assertThat(result.termination()).isEqualTo(Termination.TIMED_OUT);
    }

    @Test
    void timesOutWhatStopsItself() throws Exception {
        ExecutionResult result = run(Executions.shell("kill -STOP 0").limits(within(SHORT)));
        assertThat(result.termination()).isEqualTo(Termination.TIMED_OUT);
    }

    @Test
    void endsWithItsMainProcessThoughAGrandchildHoldsTheOutput() throws Exception {
        long begin = System.nanoTime();
        ExecutionResult result = run(Executions.shell("(sleep 30 &) ; setsid sleep 30 & echo done"));
        assertThat(result.stdout().text()).isEqualTo("done\n");
        assertThat(result.exitCode()).isZero();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(3));
    }

    @Test
    void standardInputThatNobodyReadsIsNoError() throws Exception {
        ExecutionResult result = run(Executions.shell("echo ok").stdin(new byte[5_000_000]));
        assertThat(result.stdout().text()).isEqualTo("ok\n");
        assertThat(result.succeeded()).isTrue();
    }

    @Test
    void passesStandardInputByteForByte() throws Exception {
        byte[] input = new byte[3_000_000];
        new Random(1).nextBytes(input);
        ExecutionResult result =
                run(Executions.program("/bin/cat").stdin(input).limits(Limits.DEFAULTS.withOutput(4_000_000)));
        assertThat(result.stdout().bytes()).isEqualTo(input);
        assertThat(result.stdout().truncated()).isFalse();
    }

    @Test
    void readsStandardInputFromAStreamAndClosesIt() throws Exception {
        var closed = new AtomicBoolean();
        byte[] input = "x".repeat(1_000_000).getBytes(StandardCharsets.US_ASCII);
        InputStream source = new ByteArrayInputStream(input) {
            @Override
            public void close() {
                closed.set(true);
            }
        };
        ExecutionResult result = run(Executions.program("/usr/bin/wc", "-c").stdin(new Stdin.Stream(source)));
        assertThat(result.stdout().text().trim()).isEqualTo("1000000");
        Awaitility.await().untilTrue(closed);
    }

    @Test
    void aSourceOfInputThatNeverEndsDoesNotHoldUpTheEnd() throws Exception {
        try (var source = new PipedInputStream();
                var writer = new PipedOutputStream(source)) {
            writer.write("first\n".getBytes(StandardCharsets.US_ASCII));
            writer.flush();
            ExecutionResult result =
                    run(Executions.shell("read line; echo got $line").stdin(new Stdin.Stream(source)));
            assertThat(result.stdout().text()).isEqualTo("got first\n");
        }
    }

    @Test
    void aSourceOfInputThatBreaksIsAnError() {
        InputStream source = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("the disk is on fire");
            }
        };
        assertThatThrownBy(() -> run(Executions.program("/bin/cat").stdin(new Stdin.Stream(source))))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("standard input");
    }

    @Test
    void capsEachStreamOnItsOwnAndCountsTheRest() throws Exception {
        ExecutionResult result = run(Executions.shell("head -c 3000000 /dev/zero; head -c 10 /dev/zero >&2")
                .limits(Limits.DEFAULTS.withOutput(1000)));
        assertThat(result.stdout().bytes()).hasSize(1000);
        assertThat(result.stdout().bytesProduced()).isEqualTo(3_000_000);
        assertThat(result.stdout().truncated()).isTrue();
        assertThat(result.stderr().truncated()).isFalse();
        assertThat(result.succeeded()).isTrue();
    }

    @Test
    void killsAtTheCapWhereThatIsAskedFor() throws Exception {
        ExecutionResult result = run(
                Executions.shell("yes").limits(Limits.DEFAULTS.withOutput(1000)).killAtCap());
        assertThat(result.termination()).isEqualTo(Termination.OUTPUT_LIMIT);
        assertThat(result.stdout().bytes()).hasSize(1000);
    }

    @Test
    void spoolsWhatIsLargerThanTheCap(@TempDir Path folder) throws Exception {
        ExecutionResult result = run(Executions.shell("head -c 300000 /dev/zero")
                .limits(Limits.DEFAULTS.withOutput(1000))
                .spool(folder, 200_000));
        assertThat(result.stdout().file()).isPresent();
        assertThat(result.stdout().file().get()).hasSize(200_000);
        assertThat(result.stdout().bytesProduced()).isEqualTo(300_000);
        result.stdout().discard();
    }

    @Test
    void startsWithTheEnvironmentThatWasGivenAndNothingElse() throws Exception {
        ExecutionResult result = run(Executions.program("/usr/bin/env").env(Map.of("A", "1 2\n3")));
        assertThat(result.stdout().text()).isEqualTo("A=1 2\n3\n");
    }

    @Test
    void refusesAWorkingDirectoryThatIsNotThere() {
        assertThatThrownBy(() -> run(Executions.shell("echo no").workingDir("/nowhere")))
                .isInstanceOf(SandboxRefusedException.class)
                .hasMessageContaining("workingDir '/nowhere' is not a folder in the sandbox");
    }

    @Test
    void usedUpMemoryIsNamed() throws Exception {
        assumeThat(level(Guarantee.MEMORY)).isEqualTo(Level.ENFORCED);
        ExecutionResult result = run(Executions.shell("tail /dev/zero").limits(SMALL));
        assertThat(result.termination()).isEqualTo(Termination.OUT_OF_MEMORY);
        assertThat(result.usage().peakMemory().orElseThrow()).isGreaterThan(50L << 20);
    }

    @Test
    void limitsProcessorTime() throws Exception {
        assumeThat(level(Guarantee.CPU)).isEqualTo(Level.ENFORCED);
        ExecutionResult result = run(Executions.shell("while :; do :; done & while :; do :; done")
                .limits(Limits.DEFAULTS.withCpu(0.2).withTimeout(Duration.ofSeconds(2))));
        assertThat(result.termination()).isEqualTo(Termination.TIMED_OUT);
        assertThat(result.usage().cpuTime()).isLessThan(Duration.ofMillis(900));
    }

    @Test
    void usedUpProcessesAreNamed() throws Exception {
        assumeThat(level(Guarantee.PIDS)).isEqualTo(Level.ENFORCED);
        ExecutionResult result = run(Executions.shell("for i in $(seq 100); do sleep 9 & done; exit 1")
                .limits(SMALL));
        assertThat(result.termination()).isEqualTo(Termination.TOO_MANY_PROCESSES);
    }

    @Test
    void usedUpSpaceIsNamed() throws Exception {
        ExecutionResult result =
                run(Executions.shell("head -c 30000000 /dev/zero > big").limits(SMALL));
        assertThat(result.termination()).isEqualTo(Termination.DISK_FULL);
    }

    @Test
    void tooManyFilesAreNamed() throws Exception {
        ExecutionResult result =
                run(Executions.shell("i=0; while mkdir /tmp/d$i; do i=$((i+1)); done 2>/dev/null; echo $i; exit 1")
                        .limits(SMALL.withFiles(100)));
        assertThat(result.termination()).isEqualTo(Termination.DISK_FULL);
        assertThat(Integer.parseInt(result.stdout().text().trim())).isBetween(100, 130);
    }

    @Test
    void limitsOpenFiles() throws Exception {
        ExecutionResult result =
                run(Executions.shell("ulimit -n; ulimit -Hn; ulimit -c").limits(SMALL.withOpenFiles(77)));
        assertThat(result.stdout().text()).isEqualTo("77\n77\n0\n");
    }

    @Test
    void keepsWhatAnInterpreterSaysThatDoesNotStart() throws Exception {
        ExecutionResult result = run(
                Executions.booted("/bin/sh", "-c", "echo broken >&2; exit 3").inputFile("late", "x"));
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.stderr().text()).isEqualTo("broken\n");
    }

    private static Level level(Guarantee guarantee) {
        return engine.probe().enforcement().level(guarantee);
    }
}
