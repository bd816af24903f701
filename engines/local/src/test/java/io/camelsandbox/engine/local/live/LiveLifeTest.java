package io.camelsandbox.engine.local.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.engine.local.LocalEngine;
import io.camelsandbox.sandbox.LogRequest;
import io.camelsandbox.sandbox.OnTermination;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.SandboxFailedException;
import io.camelsandbox.sandbox.SandboxNotRunningException;
import io.camelsandbox.sandbox.SandboxStatus;
import io.camelsandbox.sandbox.SandboxTerminatedException;
import io.camelsandbox.sandbox.Sandboxes;
import io.camelsandbox.sandbox.StopOptions;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From the main process's start to the end of everything. */
class LiveLifeTest extends LiveTest {

    private static SandboxSpec shell(String script) {
        return SandboxSpec.of("/bin/sh", "-c", script);
    }

    /** A shell that is told to end before it has set its trap ends by the signal. */
    private static void untilItSleeps(Sandbox sandbox) throws Exception {
        get(sandbox.exec("/bin/sh", "-c", "until grep -q sleep /proc/[0-9]*/comm; do :; done")
                .result());
    }

    @Test
    void runsUntilItIsStopped() throws Exception {
        Sandbox sandbox = running();
        assertThat(sandbox.status()).contains(SandboxStatus.RUNNING);
        assertThat(sandbox.startedAt()).isPresent();
        untilItSleeps(sandbox);
        get(sandbox.stop());
        assertThat(sandbox.status()).contains(SandboxStatus.COMPLETED);
        assertThat(sandbox.returnCode())
                .as("the keep-alive ends with 0 at SIGTERM")
                .hasValue(0);
    }

    @ParameterizedTest
    @CsvSource({"exit 0, 0", "exit 3, 3", "exit 137, 137", "kill -KILL $$, 137", "kill -TERM $$, 143"})
    void aMainProcessThatEndsCompletesItWithItsCode(String script, int code) throws Exception {
        Sandbox sandbox = get(sandboxes().run(shell(script)));
        get(sandbox.waitUntilComplete());
        assertThat(sandbox.status()).contains(SandboxStatus.COMPLETED);
        assertThat(sandbox.returnCode()).hasValue(code);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "exec sleep 100 | 143",
                "trap 'exit 7' TERM; sleep 100 & wait | 7",
                "trap '' TERM; while :; do sleep 1; done | 137"
            })
    void aStopWithGraceLetsTheMainProcessChoose(String script, int code) throws Exception {
        Sandbox sandbox = running(shell(script));
        get(sandbox.exec("/bin/sh", "-c", "until grep -q sleep /proc/[0-9]*/comm; do :; done")
                .result());
        get(sandbox.stop(StopOptions.DEFAULT.withGrace(Duration.ofSeconds(1))));
        assertThat(sandbox.returnCode()).hasValue(code);
        assertThatThrownBy(() -> get(sandbox.waitUntilComplete()))
                .cause()
                .isInstanceOf(SandboxTerminatedException.class);
    }

    @Test
    void aStopAsksTheMainProcessAloneAndItsChildrenMayFinish() throws Exception {
        Sandbox sandbox = running(shell("trap 'wait; exit 5' TERM; sh -c 'sleep 1; echo finished' & wait; wait"));
        untilItSleeps(sandbox);
        get(sandbox.stop());
        assertThat(sandbox.returnCode()).hasValue(5);
        ItemReader<String> log = ItemReader.of(sandbox.logs(LogRequest.ALL).lines());
        get(log.ended());
        assertThat(log.items()).containsExactly("finished\n");
    }

    @Test
    void aStopWithoutGraceKills() throws Exception {
        Sandbox sandbox = running();
        get(sandbox.stop(StopOptions.NOW));
        assertThat(sandbox.returnCode()).hasValue(137);
    }

    @Test
    void concurrentStopsShareOne() throws Exception {
        Sandbox sandbox = running();
        untilItSleeps(sandbox);
        CompletableFuture<Void> first = sandbox.stop();
        CompletableFuture<Void> second = sandbox.stop();
        get(first);
        get(second);
        get(sandbox.stop());
        assertThat(sandbox.returnCode()).hasValue(0);
    }

    @Test
    void oneThatIsStoppedBeforeItRunsNeverDoes() throws Exception {
        Sandbox sandbox = get(sandboxes().run(SandboxSpec.builder().build()));
        get(sandbox.stop(StopOptions.NOW));
        assertThat(sandbox.status().orElseThrow().terminal()).isTrue();
    }

    @Test
    void aCommandThatIsNotThereFailsItAndSaysWhy() throws Exception {
        Sandbox sandbox = get(sandboxes().run(SandboxSpec.of("/no/such/program")));
        assertThatThrownBy(() -> get(sandbox.waitUntilRunning()))
                .cause()
                .isInstanceOf(SandboxFailedException.class)
                .hasMessageContaining("no such file");
        assertThat(sandbox.status()).contains(SandboxStatus.FAILED);
    }

    @Test
    void itsLifetimeEndsIt() throws Exception {
        Sandbox sandbox = running(SandboxSpec.builder()
                .command("/bin/sh")
                .args(List.of("-c", "exec sleep 1000"))
                .maxLifetime(Duration.ofMillis(300))
                .build());
        get(sandbox.waitUntilComplete(Duration.ofSeconds(30), OnTermination.RETURN));
        assertThat(sandbox.status()).contains(SandboxStatus.TERMINATED);
        assertThat(sandbox.facts().orElseThrow().maxLifetime()).contains(Duration.ofMillis(300));
    }

    @Test
    void aCloseOfTheEngineEndsIt() throws Exception {
        LocalEngine own = started(properties());
        try (var all = Sandboxes.on(own)) {
            Sandbox sandbox = get(get(all.run(SandboxSpec.builder().build())).waitUntilRunning());
            own.close();
            get(sandbox.waitUntilComplete(Duration.ofSeconds(30), OnTermination.RETURN));
            assertThat(sandbox.status()).contains(SandboxStatus.TERMINATED);
        }
    }

    @Test
    void aSandboxThatHasEndedRunsNothing() throws Exception {
        Sandbox sandbox = running();
        get(sandbox.stop());
        assertThatThrownBy(() -> get(sandbox.exec("/bin/true").result()))
                .cause()
                .isInstanceOf(SandboxNotRunningException.class);
    }

    @Test
    void aCommandUnderWhichItEndsFails() throws Exception {
        Sandbox sandbox = running();
        var process = sandbox.exec("/bin/sleep", "1000");
        get(process.started());
        get(sandbox.stop(StopOptions.NOW));
        assertThatThrownBy(() -> get(process.result())).cause().isInstanceOf(SandboxNotRunningException.class);
    }
}
