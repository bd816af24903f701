package io.camelsandbox.engine.local.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.EngineLostException;
import io.camelsandbox.engine.SandboxFacts.Ending;
import io.camelsandbox.engine.local.Leftovers;
import io.camelsandbox.sandbox.OnTermination;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.SandboxProcess;
import io.camelsandbox.sandbox.SandboxStatus;
import io.camelsandbox.sandbox.spec.ResourceOptions;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** What is told when a sandbox ends and nobody meant it to. */
class LiveLossTest extends LiveTest {

    @Override
    Map<String, String> properties() {
        folder.toFile().setReadable(true, false);
        folder.toFile().setExecutable(true, false);
        var properties = new HashMap<>(super.properties());
        properties.put("runtimeDir", folder.toString());
        return properties;
    }

    private static ProcessHandle launcher() {
        return Leftovers.processes(folder.toString()).stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .filter(process -> process.parent()
                        .filter(parent ->
                                parent.pid() == ProcessHandle.current().pid())
                        .isPresent())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aKilledLauncherLosesItsSandboxesAndTheNextWork() throws Exception {
        Sandbox sandbox = running();
        SandboxProcess process = sandbox.exec("sleep", "667788");
        get(process.started());
        launcher().destroyForcibly();
        assertThatThrownBy(() -> get(process.result())).cause().isInstanceOf(EngineLostException.class);
        get(sandbox.waitUntilComplete(Duration.ofSeconds(30), OnTermination.RETURN)
                .handle((done, problem) -> true));
        assertThat(sandbox.status()).contains(SandboxStatus.FAILED);
        assertThat(sandbox.facts().orElseThrow().ending()).contains(Ending.LOST);
        await().untilAsserted(() -> assertThat(Leftovers.processes("667788")).isEmpty());
        assertThat(get(running().exec("echo", "again").result()).stdout().text())
                .isEqualTo("again\n");
    }

    @Test
    void aMainProcessThatUsesUpTheMemoryEndsTheSandboxAndItSaysSo() throws Exception {
        Sandbox sandbox = get(sandboxes()
                .run(SandboxSpec.builder()
                        .command("/bin/sh")
                        .args(List.of("-c", "x=$(head -c 300000000 /dev/zero | tr '\\0' x); echo ${#x}; exit 9"))
                        .resources(ResourceOptions.of("1", "64Mi"))
                        .build()));
        get(sandbox.waitUntilComplete(Duration.ofSeconds(50), OnTermination.RETURN)
                .handle((done, problem) -> true));
        assertThat(sandbox.status()).contains(SandboxStatus.COMPLETED);
        assertThat(sandbox.returnCode().orElseThrow()).isNotZero();
    }

    @Test
    void commandsThatUseUpTheProcessesAreToldAndTheSandboxLives() throws Exception {
        Sandbox sandbox = running();
        try {
            get(sandbox.exec("sh", "-c", "i=0; while [ $i -lt 3000 ]; do sleep 20 & i=$((i+1)); done; exit 3")
                    .result());
        } catch (ExecutionException e) {
            assertThat(e).hasMessageContaining("process");
        }
        await().untilAsserted(() -> assertThat(
                        get(sandbox.exec("echo", "alive").result()).stdout().text())
                .isEqualTo("alive\n"));
    }
}
