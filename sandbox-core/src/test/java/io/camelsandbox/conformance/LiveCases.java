package io.camelsandbox.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.sandbox.ExecRequest;
import io.camelsandbox.sandbox.OnTermination;
import io.camelsandbox.sandbox.ProcessResult;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.SandboxFilter;
import io.camelsandbox.sandbox.SandboxNotFoundException;
import io.camelsandbox.sandbox.SandboxNotRunningException;
import io.camelsandbox.sandbox.SandboxStatus;
import io.camelsandbox.sandbox.Sandboxes;
import io.camelsandbox.sandbox.StopOptions;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import io.camelsandbox.sandbox.spec.ScratchVolume;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The life of sandboxes that stay. */
public interface LiveCases {

    ConformanceKit kit();

    /** Something to do with sandboxes. */
    interface Work {
        void with(Sandboxes sandboxes) throws Exception;
    }

    private void live(Work work) throws Exception {
        kit().needs(Capability.LIVE_SANDBOXES);
        try (var sandboxes = Sandboxes.on(kit().engine())) {
            work.with(sandboxes);
        }
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    private static Sandbox running(Sandboxes sandboxes, SandboxSpec spec) throws Exception {
        return get(get(sandboxes.run(spec)).waitUntilRunning());
    }

    private static SandboxSpec plain() {
        return SandboxSpec.builder().build();
    }

    private static ProcessResult sh(Sandbox sandbox, String script) throws Exception {
        return get(sandbox.exec("/bin/sh", "-c", script).result());
    }

    @Test
    default void liveFromPendingToCompleted() throws Exception {
        live(sandboxes -> {
            Sandbox sandbox = running(sandboxes, SandboxSpec.of("/bin/sh", "-c", "sleep 0.3; exit 6"));
            get(sandbox.waitUntilComplete());
            assertThat(sandbox.status()).contains(SandboxStatus.COMPLETED);
            assertThat(sandbox.returnCode()).hasValue(6);
            assertThat(sandbox.startedAt()).isPresent();
        });
    }

    @Test
    default void liveCommandsGiveOutputAndCode() throws Exception {
        live(sandboxes -> {
            Sandbox sandbox = running(sandboxes, plain());
            ProcessResult result = sh(sandbox, "echo out; echo err >&2; exit 3");
            assertThat(result.stdout().text()).isEqualTo("out\n");
            assertThat(result.stderr().text()).isEqualTo("err\n");
            assertThat(result.exitCode()).isEqualTo(3);
            get(sandbox.stop(StopOptions.NOW));
        });
    }

    @Test
    default void liveFilesStayBetweenCommands() throws Exception {
        live(sandboxes -> {
            Sandbox sandbox = running(sandboxes, plain());
            byte[] content = "kept".getBytes(StandardCharsets.UTF_8);
            get(sandbox.writeFile("/workspace/a/b", content));
            assertThat(sh(sandbox, "cat /workspace/a/b").stdout().text()).isEqualTo("kept");
            assertThat(get(sandbox.readFile("/workspace/a/b"))).isEqualTo(content);
            assertThatThrownBy(() -> get(sandbox.readFile("/workspace/none")))
                    .cause()
                    .isInstanceOfSatisfying(
                            SandboxException.class, e -> assertThat(e.reason()).isEqualTo(Reason.FILE_NOT_FOUND));
            get(sandbox.stop(StopOptions.NOW));
        });
    }

    @Test
    default void liveCommandsAtOnceDoNotDisturbTheMainProcess() throws Exception {
        live(sandboxes -> {
            Sandbox sandbox = running(sandboxes, plain());
            var results = java.util.stream.IntStream.range(0, 64)
                    .mapToObj(i -> sandbox.exec("/bin/sh", "-c", "sleep 0.5; echo $0", "" + i)
                            .result())
                    .toList();
            for (int i = 0; i < results.size(); i++) {
                assertThat(get(results.get(i)).stdout().text()).isEqualTo(i + "\n");
            }
            assertThat(get(sandbox.refreshStatus())).isEqualTo(SandboxStatus.RUNNING);
            get(sandbox.stop(StopOptions.NOW));
        });
    }

    @Test
    default void liveTimeLimitsEndACommandWithAllItStarted() throws Exception {
        live(sandboxes -> {
            Sandbox sandbox = running(sandboxes, plain());
            var request = ExecRequest.builder("/bin/sh", "-c", "(setsid sleep 45678 &); sleep 45678")
                    .timeout(Duration.ofMillis(500))
                    .build();
            assertThatThrownBy(() -> get(sandbox.exec(request).result()))
                    .cause()
                    .isInstanceOf(SandboxException.class);
            assertThat(sh(sandbox, "cat /proc/[0-9]*/cmdline | tr '\\0' ' '")
                            .stdout()
                            .text())
                    .doesNotContain("sleep 45678");
            get(sandbox.stop(StopOptions.NOW));
        });
    }

    @Test
    default void liveStopsGiveTheMainProcessItsGrace() throws Exception {
        live(sandboxes -> {
            Sandbox sandbox = running(
                    sandboxes,
                    SandboxSpec.of("/bin/sh", "-c", "trap 'exit 7' TERM; touch /tmp/ready; sleep 100 & wait"));
            sh(sandbox, "until [ -e /tmp/ready ]; do sleep 0.05; done; sleep 0.2");
            get(sandbox.stop());
            assertThat(sandbox.returnCode()).hasValue(7);
            Sandbox killed = running(sandboxes, plain());
            get(killed.stop(StopOptions.NOW));
            assertThat(killed.returnCode()).hasValue(137);
            assertThatThrownBy(() -> sh(killed, "true")).cause().isInstanceOf(SandboxNotRunningException.class);
        });
    }

    @Test
    default void liveLifetimesEndThem() throws Exception {
        live(sandboxes -> {
            Sandbox sandbox = get(sandboxes.run(
                    plain().toBuilder().maxLifetime(Duration.ofSeconds(1)).build()));
            get(sandbox.waitUntilComplete(Duration.ofSeconds(40), OnTermination.RETURN));
            assertThat(sandbox.status()).contains(SandboxStatus.TERMINATED);
        });
    }

    @Test
    default void liveOnesAreFoundListedAndDeleted() throws Exception {
        live(sandboxes -> {
            String tag = "conformance-" + System.nanoTime();
            Sandbox sandbox = running(sandboxes, plain().toBuilder().tags(tag).build());
            String id = sandbox.id().orElseThrow();
            var filter = SandboxFilter.builder().tags(List.of(tag)).build();
            assertThat(get(sandboxes.list(filter))).hasSize(1);
            assertThat(get(sandboxes.fromId(id)).status()).contains(SandboxStatus.RUNNING);
            get(sandboxes.delete(id));
            get(sandbox.waitUntilComplete(Duration.ofSeconds(40), OnTermination.RETURN));
            assertThat(get(sandboxes.list(filter))).isEmpty();
            assertThatThrownBy(() -> get(sandboxes.fromId("no-such-id")))
                    .cause()
                    .isInstanceOf(SandboxNotFoundException.class);
        });
    }

    @Test
    default void liveVolumesComeBackFromTheirSnapshot() throws Exception {
        kit().needs(Capability.SNAPSHOTS);
        live(sandboxes -> {
            ScratchVolume volume = ScratchVolume.at("data", "/data");
            Sandbox first =
                    running(sandboxes, plain().toBuilder().volume(volume).build());
            sh(first, "echo one > /data/file; ln -s file /data/link");
            String id = get(first.snapshot()).id();
            get(first.stop(StopOptions.NOW));
            Sandbox second = running(
                    sandboxes,
                    plain().toBuilder().volume(volume.restoredFrom(id)).build());
            assertThat(sh(second, "cat /data/link").stdout().text()).isEqualTo("one\n");
            get(second.stop(StopOptions.NOW));
            get(sandboxes.deleteSnapshot(id));
        });
    }
}
