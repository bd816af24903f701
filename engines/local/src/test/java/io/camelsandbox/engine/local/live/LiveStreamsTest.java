package io.camelsandbox.engine.local.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.sandbox.ExecRequest;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.SandboxProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Output while it comes, at the pace of who takes it. */
class LiveStreamsTest extends LiveTest {

    private static ExecRequest.Builder shell(String script) {
        return ExecRequest.builder("sh", "-c", script).streaming();
    }

    @Test
    void eachWriteIsOneChunkAndComesAtOnce() throws Exception {
        Sandbox sandbox = running();
        SandboxProcess process = sandbox.exec(shell("for i in 1 2 3 4 5; do echo $i; done; read go; echo end")
                .openStdin()
                .build());
        ChunkReader reader = ChunkReader.of(process.stdout());
        await().untilAsserted(() -> assertThat(reader.chunks()).containsExactly("1\n", "2\n", "3\n", "4\n", "5\n"));
        get(process.stdin().orElseThrow().writeLine("go"));
        get(process.result());
        get(reader.ended());
        assertThat(reader.chunks()).endsWith("end\n");
    }

    @Test
    void aReaderThatDoesNotTakeHoldsUpTheWriterAndNobodyElse() throws Exception {
        Sandbox sandbox = running();
        SandboxProcess slow = sandbox.exec(shell("dd if=/dev/zero bs=64k count=160 2>/dev/null; touch /tmp/written")
                .build());
        ChunkReader reader = ChunkReader.of(slow.stdout(), 1);
        get(slow.started());
        assertThat(get(sandbox.exec("sh", "-c", "sleep 1; test -e /tmp/written; echo $?")
                                .result())
                        .stdout()
                        .text())
                .isEqualTo("1\n");
        reader.resume();
        get(slow.result());
        get(reader.ended());
        assertThat(reader.bytes()).isEqualTo(160 * 65_536L);
    }

    @Test
    void whatAFastWriterLeftIsAllRead() throws Exception {
        Sandbox sandbox = running();
        var readers = new ArrayList<ChunkReader>();
        for (int i = 0; i < 8; i++) {
            SandboxProcess process =
                    sandbox.exec(shell("head -c 5000000 /dev/zero").build());
            readers.add(ChunkReader.of(process.stdout()));
        }
        for (ChunkReader reader : readers) {
            get(reader.ended());
            assertThat(reader.bytes()).isEqualTo(5_000_000);
        }
    }

    @Test
    void bothStreamsAreHeldUpEachForItself() throws Exception {
        Sandbox sandbox = running();
        SandboxProcess process = sandbox.exec(
                shell("head -c 1000000 /dev/zero & echo err >&2; wait").build());
        ChunkReader stdout = ChunkReader.of(process.stdout(), 1);
        ChunkReader stderr = ChunkReader.of(process.stderr());
        await().untilAsserted(() -> assertThat(stderr.text()).isEqualTo("err\n"));
        stdout.resume();
        get(process.result());
    }

    @Test
    void whatIsStartedInTheBackgroundMayLiveOn() throws Exception {
        Sandbox sandbox = running();
        get(sandbox.exec(ExecRequest.builder("sh", "-c", "sleep 16180 &")
                        .background()
                        .build())
                .result());
        get(sandbox.exec("sh", "-c", "sleep 27182 &").result());
        String alive = get(sandbox.exec("sh", "-c", "cat /proc/[0-9]*/cmdline | tr '\\0' ' '")
                        .result())
                .stdout()
                .text();
        assertThat(alive).contains("sleep 16180").doesNotContain("sleep 27182 ");
    }

    @Test
    void aTimeLimitEndsWhatIsInTheBackgroundToo() throws Exception {
        Sandbox sandbox = running();
        SandboxProcess process = sandbox.exec(ExecRequest.builder("sh", "-c", "(setsid sleep 14142 &); sleep 14142")
                .background()
                .timeout(Duration.ofMillis(300))
                .build());
        assertThat(process.result()).failsWithin(Duration.ofSeconds(20));
        String alive = get(sandbox.exec(List.of("sh", "-c", "cat /proc/[0-9]*/cmdline | tr '\\0' ' '")
                                .toArray(String[]::new))
                        .result())
                .stdout()
                .text();
        assertThat(alive).doesNotContain("sleep 14142");
    }
}
