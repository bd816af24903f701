package io.camelsandbox.engine.local.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.Stdin;
import io.camelsandbox.Termination;
import io.camelsandbox.sandbox.ExecRequest;
import io.camelsandbox.sandbox.ProcessResult;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.SandboxProcess;
import io.camelsandbox.sandbox.SandboxStatus;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Commands in a sandbox that stays. */
class LiveExecTest extends LiveTest {

    private static ExecRequest.Builder shell(String script) {
        return ExecRequest.builder(List.of("/bin/sh", "-c", script));
    }

    @Test
    void givesOutputAndCode() throws Exception {
        Sandbox sandbox = running();
        ProcessResult result = get(
                sandbox.exec(shell("echo out; echo err >&2; exit 3").build()).result());
        assertThat(result.stdout().text()).isEqualTo("out\n");
        assertThat(result.stderr().text()).isEqualTo("err\n");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.execution().termination()).isEqualTo(Termination.EXITED);
    }

    @Test
    void hasTheVariablesOfTheSandboxAndItsOwn() throws Exception {
        Sandbox sandbox =
                running(SandboxSpec.builder().env("ONE", "1").env("TWO", "2").build());
        ProcessResult result = get(sandbox.exec(shell("echo $ONE $TWO $HOME; pwd")
                        .env("TWO", "zwei")
                        .cwd("/tmp")
                        .build())
                .result());
        assertThat(result.stdout().text()).isEqualTo("1 zwei /home/sandbox\n/tmp\n");
    }

    @Test
    void readsStandardInput() throws Exception {
        Sandbox sandbox = running();
        var bytes = new byte[3_000_000];
        ProcessResult result = get(sandbox.exec(ExecRequest.builder(List.of("/usr/bin/wc", "-c"))
                        .stdin(new Stdin.Bytes(bytes))
                        .build())
                .result());
        assertThat(result.stdout().text().strip()).isEqualTo("3000000");
    }

    @Test
    void runs64AtOnce() throws Exception {
        Sandbox sandbox = running();
        var processes = new ArrayList<SandboxProcess>();
        for (int i = 0; i < 64; i++) {
            processes.add(sandbox.exec(
                    "/bin/sh", "-c", "touch /tmp/s$0; until [ -e /tmp/go ]; do sleep 0.3; done; echo $0", "" + i));
        }
        get(sandbox.exec(shell("until [ $(ls /tmp | wc -l) = 64 ]; do sleep 0.1; done; touch /tmp/go")
                        .build())
                .result());
        for (int i = 0; i < 64; i++) {
            assertThat(get(processes.get(i).result()).stdout().text()).isEqualTo(i + "\n");
        }
        assertThat(get(sandbox.refreshStatus())).isEqualTo(SandboxStatus.RUNNING);
    }

    @Test
    void aTimeLimitEndsItAndItsDescendantsAndNothingElse() throws Exception {
        Sandbox sandbox = running();
        assertThatThrownBy(() -> get(sandbox.exec(shell("(setsid sleep 31415 &); sleep 31415")
                                .timeout(Duration.ofMillis(300))
                                .build())
                        .result()))
                .cause()
                .hasMessageContaining("0.3");
        ProcessResult left = get(
                sandbox.exec(shell("cat /proc/[0-9]*/cmdline | tr '\\0' ' '").build())
                        .result());
        assertThat(left.stdout().text()).doesNotContain("31415").contains("sleep infinity");
        assertThat(get(sandbox.refreshStatus())).isEqualTo(SandboxStatus.RUNNING);
    }

    @Test
    void aCancelEndsItAndItsDescendants() throws Exception {
        Sandbox sandbox = running();
        var process = sandbox.exec("/bin/sh", "-c", "(setsid sleep 27182 &); sleep 27182");
        get(process.started());
        process.cancel();
        assertThatThrownBy(() -> get(process.result())).isNotNull();
        get(sandbox.exec(shell("while cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -q 'sleep 2718[2]'; do :; done")
                        .timeout(Duration.ofSeconds(10))
                        .build())
                .result());
    }
}
