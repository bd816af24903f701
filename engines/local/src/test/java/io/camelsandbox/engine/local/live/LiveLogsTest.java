package io.camelsandbox.engine.local.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.engine.LogEntry;
import io.camelsandbox.sandbox.LogRequest;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.SandboxNotRunningException;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Output of the main process. */
class LiveLogsTest extends LiveTest {

    private static SandboxSpec shell(String script) {
        return SandboxSpec.of("/bin/sh", "-c", script);
    }

    private Sandbox completed(String script) throws Exception {
        Sandbox sandbox = get(sandboxes().run(shell(script)));
        return get(sandbox.waitUntilComplete());
    }

    private static List<String> lines(Sandbox sandbox, LogRequest request) throws Exception {
        ItemReader<String> reader = ItemReader.of(sandbox.logs(request).lines());
        get(reader.ended());
        return reader.items();
    }

    @Test
    void holdBothStreamsOfTheMainProcessAndNothingOfOthers() throws Exception {
        Sandbox sandbox = running(shell("echo one; sleep 0.3; echo two >&2; sleep 1000"));
        get(sandbox.exec("echo", "other").result());
        await().untilAsserted(() -> assertThat(lines(sandbox, LogRequest.ALL)).containsExactly("one\n", "two\n"));
    }

    @Test
    void areCompleteWhenTheProcessEndsAtOnce() throws Exception {
        Sandbox sandbox = completed("seq 20000");
        List<String> lines = lines(sandbox, LogRequest.ALL);
        assertThat(lines).hasSize(20_000).startsWith("1\n").endsWith("20000\n");
    }

    @Test
    void areFollowedToTheEnd() throws Exception {
        Sandbox sandbox = running(shell("for i in 1 2 3; do echo $i; sleep 0.2; done"));
        ItemReader<String> first = ItemReader.of(
                sandbox.logs(LogRequest.builder().follow().build()).lines());
        ItemReader<String> second = ItemReader.of(
                sandbox.logs(LogRequest.builder().follow().tailLines(0).build()).lines());
        get(first.ended());
        get(second.ended());
        assertThat(first.items()).containsExactly("1\n", "2\n", "3\n");
        assertThat(second.items()).endsWith("3\n");
    }

    @Test
    void giveTheLastLinesAndThoseSinceATime() throws Exception {
        Sandbox sandbox = running(shell("echo old; until [ -e /tmp/go ]; do sleep 0.1; done; echo new; sleep 1000"));
        await().untilAsserted(() -> assertThat(lines(sandbox, LogRequest.ALL)).containsExactly("old\n"));
        Instant between = Instant.now();
        get(sandbox.exec("touch", "/tmp/go").result());
        await().untilAsserted(() -> assertThat(lines(sandbox, LogRequest.ALL)).containsExactly("old\n", "new\n"));
        assertThat(lines(sandbox, LogRequest.builder().since(between).build())).containsExactly("new\n");
        assertThat(lines(sandbox, LogRequest.builder().tailLines(1).build())).containsExactly("new\n");
    }

    @Test
    void tellTheTimeOfEachLine() throws Exception {
        Sandbox sandbox = completed("echo one; echo two");
        assertThat(lines(sandbox, LogRequest.builder().timestamps().build()))
                .hasSize(2)
                .allMatch(line -> line.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{9}Z (one|two)\\R"));
    }

    @Test
    void goOnWhereAnotherStreamStopped() throws Exception {
        Sandbox sandbox = running(shell("printf 'one\\ntwo\\n'; sleep 1000"));
        ItemReader<LogEntry> first =
                ItemReader.of(sandbox.logs(LogRequest.builder().follow().build()));
        await().untilAsserted(() -> assertThat(first.items().stream()
                        .mapToInt(entry -> entry.data().length)
                        .sum())
                .isEqualTo(8));
        LogEntry last = first.items().get(first.items().size() - 1);
        assertThat(last.nextOffset()).isEqualTo(8);
        ItemReader<LogEntry> second = ItemReader.of(sandbox.logs(
                LogRequest.builder().follow().resume(last.sessionId(), 4).build()));
        await().untilAsserted(() -> assertThat(second.items().stream()
                        .map(entry -> new String(entry.data()))
                        .reduce("", String::concat))
                .isEqualTo("two\n"));
        first.cancel();
        second.cancel();
    }

    @Test
    void holdLongLines() throws Exception {
        Sandbox sandbox = completed("head -c 3000000 /dev/zero | tr '\\0' x; echo");
        List<String> lines = lines(sandbox, LogRequest.ALL);
        assertThat(String.join("", lines)).hasSize(3_000_001);
    }

    @Test
    void areBoundedOnTheDisk() throws Exception {
        Sandbox sandbox = completed("head -c 50000000 /dev/zero | tr '\\0' x | fold -w 99; echo; echo end");
        List<String> lines = lines(sandbox, LogRequest.ALL);
        assertThat(lines).endsWith("end\n");
        assertThat(lines.stream().mapToLong(String::length).sum()).isLessThanOrEqualTo(17L << 20);
    }

    @Test
    void servesManyFollowersAndASlowOneHoldsUpNobody() throws Exception {
        Sandbox sandbox = running(shell("sleep 0.5; seq 200000"));
        ItemReader<LogEntry> slow =
                ItemReader.of(sandbox.logs(LogRequest.builder().follow().build()), 1);
        var readers = java.util.stream.IntStream.range(0, 10)
                .mapToObj(i -> ItemReader.of(
                        sandbox.logs(LogRequest.builder().follow().build()).lines()))
                .toList();
        for (ItemReader<String> reader : readers) {
            get(reader.ended());
            assertThat(reader.items()).hasSize(200_000).endsWith("200000\n");
        }
        slow.cancel();
    }

    @Test
    void ofASandboxThatHasEndedCannotBeFollowed() throws Exception {
        Sandbox sandbox = completed("echo end");
        assertThatThrownBy(() -> get(
                        ItemReader.of(sandbox.logs(LogRequest.builder().follow().build()))
                                .ended()))
                .cause()
                .isInstanceOf(SandboxNotRunningException.class);
    }
}
