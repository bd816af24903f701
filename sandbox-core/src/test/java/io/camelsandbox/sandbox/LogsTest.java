package io.camelsandbox.sandbox;

import static io.camelsandbox.sandbox.SandboxLifeTest.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.engine.LogEntry;
import io.camelsandbox.engine.LogOrder;
import io.camelsandbox.engine.Receiver;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class LogsTest {

    private static final LogRequest FOLLOW = LogRequest.builder().follow().build();

    private final ScriptedHost host = new ScriptedHost();
    private final Sandboxes sandboxes = Sandboxes.on(host);
    private final ArrayDeque<Consumer<Receiver<LogEntry>>> scripts = new ArrayDeque<>();
    private Sandbox sandbox;
    private long offset;

    @BeforeEach
    void run() {
        sandbox = sandboxes.run(SandboxSpec.builder().build()).join();
        host.only().onLogs((order, receiver) -> {
            scripts.poll().accept(receiver);
            return new ScriptedTransfer();
        });
    }

    @AfterEach
    void close() {
        sandboxes.close();
    }

    @Test
    void entriesComeAsTheyAreAndTheStreamEnds() {
        scripts.add(receiver -> {
            receiver.next(entry("a\nb"));
            receiver.next(entry("\n"));
            receiver.complete();
        });

        List<LogEntry> entries =
                Collector.all(sandbox.logs(LogRequest.ALL)).end().join();

        assertThat(entries).extracting(LogEntry::nextOffset).containsExactly(3L, 4L);
    }

    @Test
    void linesAreWholeWithTheirNewline() {
        scripts.add(receiver -> {
            receiver.next(entry("one\ntw"));
            receiver.next(entry("o\n\nlast"));
            receiver.complete();
        });

        assertThat(Collector.all(sandbox.logs(LogRequest.ALL).lines()).end().join())
                .containsExactly("one\n", "two\n", "\n", "last");
    }

    @Test
    void aCharacterThatIsCutByAChunkStaysWhole() {
        byte[] euro = "€\n".getBytes(StandardCharsets.UTF_8);
        scripts.add(receiver -> {
            receiver.next(entry(new byte[] {euro[0]}));
            receiver.next(entry(new byte[] {euro[1], euro[2], euro[3]}));
            receiver.complete();
        });

        assertThat(Collector.all(sandbox.logs(LogRequest.ALL).lines()).end().join())
                .containsExactly("€\n");
    }

    @Test
    void aLineOfAMebibyteIsWholeAndALongerOneComesInPieces() {
        String mebibyte = "x".repeat(1 << 20);
        scripts.add(receiver -> {
            receiver.next(entry(mebibyte + "\n" + mebibyte + "yy\nz\n"));
            receiver.complete();
        });

        List<String> lines =
                Collector.all(sandbox.logs(LogRequest.ALL).lines()).end().join();

        assertThat(lines).extracting(String::length).containsExactly((1 << 20) + 1, 1 << 20, 3, 2);
        assertThat(String.join("", lines)).isEqualTo(mebibyte + "\n" + mebibyte + "yy\nz\n");
    }

    @Test
    void pieceEndsWhereACharacterDoes() {
        scripts.add(receiver -> {
            receiver.next(entry("€€€\n"));
            receiver.complete();
        });

        assertThat(Collector.all(
                                sandbox.logs(LogRequest.builder().longestLine(4).build())
                                        .lines())
                        .end()
                        .join())
                .containsExactly("€€", "€\n");
    }

    @Test
    void oneLineAtATimeAsksForNoMoreThanIsTaken() {
        scripts.add(receiver -> {
            receiver.next(entry("a\nb\n"));
            receiver.next(entry("c\n"));
            receiver.complete();
        });
        Collector<String> lines = Collector.of(sandbox.logs(LogRequest.ALL).lines());
        lines.request(1);
        await().until(() -> lines.items().equals(List.of("a\n")));
        lines.request(2);
        assertThat(lines.end().join()).containsExactly("a\n", "b\n", "c\n");
    }

    @Test
    void theOrderCarriesWhatWasAskedFor() {
        scripts.add(Receiver::complete);
        Instant since = Instant.parse("2026-01-01T00:00:00Z");
        LogRequest request = LogRequest.builder()
                .tailLines(5)
                .since(since)
                .timestamps()
                .container("c")
                .build();
        Collector.all(sandbox.logs(request)).end().join();

        LogOrder order = host.only().logOrders().get(0);
        assertThat(order.tailLines()).hasValue(5);
        assertThat(order.since()).contains(since);
        assertThat(order.timestamps()).isTrue();
        assertThat(order.follow()).isFalse();
        assertThat(order.container()).contains("c");
    }

    @Test
    void whatExcludesItselfIsRefused() {
        assertThatThrownBy(() -> LogRequest.builder().resume("s", 1).build())
                .isInstanceOf(SandboxRefusedException.class);
        assertThatThrownBy(() -> LogRequest.builder()
                        .follow()
                        .tailLines(1)
                        .resume("s", 1)
                        .build())
                .isInstanceOf(SandboxRefusedException.class);
        assertThatThrownBy(() -> LogRequest.builder().tailLines(-1).build())
                .isInstanceOf(SandboxRefusedException.class);
    }

    @Test
    void aFollowedStreamThatBreaksOffIsResumedAtItsLastByte() {
        scripts.add(receiver -> {
            receiver.next(entry("one\n"));
            receiver.failed(problem(Reason.STREAM_INTERRUPTED));
        });
        scripts.add(receiver -> {
            receiver.next(entry("two\n"));
            receiver.complete();
        });

        assertThat(Collector.all(sandbox.logs(FOLLOW).lines()).end().join()).containsExactly("one\n", "two\n");
        assertThat(host.only().logOrders().get(1).resume()).contains(new LogOrder.Resume("session", 4));
    }

    @Test
    void whatCannotBeResumedIsFollowedAnew() {
        scripts.add(receiver -> {
            receiver.next(entry("one\n"));
            receiver.failed(problem(Reason.REPLAY_GAP));
        });
        scripts.add(Receiver::complete);

        Collector.all(sandbox.logs(FOLLOW)).end().join();

        LogOrder again = host.only().logOrders().get(1);
        assertThat(again.resume()).isEmpty();
        assertThat(again.tailLines()).as("nothing twice").hasValue(0);
    }

    @Test
    void otherErrorsAreNotTriedAgain() {
        scripts.add(receiver -> receiver.failed(problem(Reason.INVALID_RESUME_OFFSET)));

        CompletableFuture<List<LogEntry>> end =
                Collector.all(sandbox.logs(FOLLOW)).end();

        assertThat(failure(end).reason()).isEqualTo(Reason.INVALID_RESUME_OFFSET);
        assertThat(host.only().logOrders()).hasSize(1);
    }

    @Test
    void aStreamThatIsNotFollowedIsNotResumed() {
        scripts.add(receiver -> receiver.failed(problem(Reason.STREAM_INTERRUPTED)));

        assertThat(failure(Collector.all(sandbox.logs(LogRequest.ALL)).end()).reason())
                .isEqualTo(Reason.STREAM_INTERRUPTED);
    }

    private LogEntry entry(String text) {
        return entry(text.getBytes(StandardCharsets.UTF_8));
    }

    private LogEntry entry(byte[] data) {
        offset += data.length;
        return new LogEntry(data, ScriptedSandbox.TIME, "session", offset);
    }

    private static SandboxException problem(Reason reason) {
        return new SandboxException(reason, "scripted");
    }
}
