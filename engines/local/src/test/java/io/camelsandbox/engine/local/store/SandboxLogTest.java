package io.camelsandbox.engine.local.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.Reason;
import io.camelsandbox.engine.HostedTransfer;
import io.camelsandbox.engine.LogOrder;
import io.camelsandbox.engine.StandardStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SandboxLogTest {

    private static final Instant NOON = Stores.NOON;
    private static final String STAMP = "2026-12-01T12:00:00.000000000Z ";

    @TempDir
    private Path temp;

    private final ExecutorService background = Executors.newFixedThreadPool(4);
    private StateFolder folder;
    private SandboxLogs logs;
    private SandboxLog log;

    @BeforeEach
    void open() {
        folder = Stores.open(temp.resolve("state"));
        logs = new SandboxLogs(folder, 16 << 20, background);
        log = logs.create("one");
    }

    @AfterEach
    void close() {
        background.shutdownNow();
        folder.close();
    }

    private static LogOrder order(boolean follow, Integer tail, Instant since, boolean timestamps) {
        return new LogOrder(
                follow,
                tail == null ? OptionalInt.empty() : OptionalInt.of(tail),
                Optional.ofNullable(since),
                timestamps,
                Optional.empty(),
                Optional.empty());
    }

    private static LogOrder all() {
        return order(false, null, null, false);
    }

    private static LogOrder follow() {
        return order(true, null, null, false);
    }

    private static LogOrder resume(String session, long offset) {
        return new LogOrder(
                true,
                OptionalInt.empty(),
                Optional.empty(),
                false,
                Optional.of(new LogOrder.Resume(session, offset)),
                Optional.empty());
    }

    private void write(String text) {
        write(text, NOON);
    }

    private void write(String text, Instant time) {
        log.append(StandardStream.STDOUT, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), time)
                .join();
    }

    private LogEntries read(LogOrder order) {
        return read(log, order);
    }

    private static LogEntries read(SandboxLog log, LogOrder order) {
        var entries = new LogEntries();
        entries.take(log.open(order, entries));
        return entries;
    }

    @Test
    void whatWasWrittenIsReadAndThenTheEnd() {
        write("one\n");
        log.append(StandardStream.STDERR, ByteBuffer.wrap("two\n".getBytes(StandardCharsets.UTF_8)), NOON);
        write("thr");

        LogEntries read = read(all()).awaitEnd();

        assertThat(read.text()).isEqualTo("one\ntwo\nthr");
        assertThat(read.last().nextOffset()).isEqualTo(11);
        assertThat(read.last().time()).isEqualTo(NOON);
    }

    @Test
    void aFollowerHasWhatComesAndEndsWithTheMainProcess() {
        write("before\n");
        LogEntries follower = read(follow());
        await().until(() -> follower.text().equals("before\n"));
        assertThat(follower.isOver()).isFalse();

        write("after\n");
        await().until(() -> follower.text().equals("before\nafter\n"));
        log.complete().join();

        assertThat(follower.awaitEnd().text()).isEqualTo("before\nafter\n");
    }

    @Test
    void whatIsWrittenAfterALogWasAskedForIsNeverOfItsTail() {
        for (int i = 0; i < 200; i++) {
            SandboxLog each = logs.create("log" + i);
            var follower = new LogEntries();
            follower.take(each.open(order(true, 0, null, false), follower));
            each.append(StandardStream.STDOUT, ByteBuffer.wrap("first\n".getBytes(StandardCharsets.UTF_8)), NOON);
            var later = new LogEntries();
            each.append(StandardStream.STDOUT, ByteBuffer.wrap("second\n".getBytes(StandardCharsets.UTF_8)), NOON)
                    .join();
            later.take(each.open(order(true, 1, null, false), later));
            each.append(StandardStream.STDOUT, ByteBuffer.wrap("third\n".getBytes(StandardCharsets.UTF_8)), NOON);
            each.complete().join();

            assertThat(follower.awaitEnd().text()).isEqualTo("first\nsecond\nthird\n");
            assertThat(later.awaitEnd().text()).isEqualTo("second\nthird\n");
        }
    }

    @Test
    void theTailIsOfLinesAndTheLastMayBeUnfinished() {
        write("one\ntwo\nthree\nfo");

        assertThat(read(order(false, 0, null, false)).awaitEnd().text()).isEmpty();
        assertThat(read(order(false, 1, null, false)).awaitEnd().text()).isEqualTo("fo");
        assertThat(read(order(false, 2, null, false)).awaitEnd().text()).isEqualTo("three\nfo");
        assertThat(read(order(false, 4, null, false)).awaitEnd().text()).isEqualTo("one\ntwo\nthree\nfo");
        assertThat(read(order(false, 2_000_000_000, null, false)).awaitEnd().text())
                .isEqualTo("one\ntwo\nthree\nfo");
        write("ur\n");
        assertThat(read(order(false, 1, null, true)).awaitEnd().text()).isEqualTo(STAMP + "four\n");
    }

    @Test
    void sinceIsATimeOfWriting() {
        write("old\n", NOON);
        write("new\n", NOON.plusSeconds(10));
        write("newer\n", NOON.plusSeconds(20));

        assertThat(read(order(false, null, NOON.plusSeconds(10), false))
                        .awaitEnd()
                        .text())
                .isEqualTo("new\nnewer\n");
        assertThat(read(order(false, null, NOON.plusSeconds(21), false))
                        .awaitEnd()
                        .text())
                .isEmpty();
        assertThat(read(order(false, 1, NOON, false)).awaitEnd().text()).isEqualTo("newer\n");
    }

    @Test
    void sinceMayBeStillToCome() {
        LogEntries follower = read(order(true, null, NOON.plusSeconds(10), true));
        write("early\n", NOON);
        write("in time\n", NOON.plusSeconds(10));
        write("later\n", NOON.plusSeconds(11));
        log.complete().join();

        assertThat(follower.awaitEnd().text())
                .isEqualTo("2026-12-01T12:00:10.000000000Z in time\n2026-12-01T12:00:11.000000000Z later\n");
    }

    @Test
    void timesNeverGoBack() {
        write("one\n", NOON);
        write("two\n", NOON.minusSeconds(60));

        assertThat(read(order(false, null, null, true)).awaitEnd().text()).isEqualTo(STAMP + "one\n" + STAMP + "two\n");
    }

    @Test
    void aTimestampStandsBeforeEachLineAndNowhereElse() {
        write("on", NOON);
        write("e\ntwo\n\nfo", NOON.plusSeconds(1));
        write("ur\n", NOON.plusSeconds(2));

        String later = "2026-12-01T12:00:01.000000000Z ";
        assertThat(read(order(false, null, null, true)).awaitEnd().text())
                .isEqualTo(STAMP + "one\n" + later + "two\n" + later + "\n" + later + "four\n");
    }

    @Test
    void aStreamIsResumedAtEachOffsetInItsForm() {
        write("one\ntw");
        write("o\n\nthree", NOON.plusSeconds(1));
        write("\n", NOON.plusSeconds(2));
        log.complete().join();
        for (LogOrder order : new LogOrder[] {
            all(), order(false, null, null, true), order(false, 2, null, true), order(false, 3, null, false)
        }) {
            LogEntries whole = read(order).awaitEnd();
            String session = whole.last().sessionId();
            byte[] bytes = whole.bytes();

            for (int offset = 0; offset <= bytes.length; offset++) {
                LogEntries rest = read(resume(session, offset)).awaitEnd();
                assertThat(rest.failure()).isNull();
                assertThat(rest.bytes()).isEqualTo(Arrays.copyOfRange(bytes, offset, bytes.length));
                if (offset < bytes.length) {
                    assertThat(rest.last().nextOffset()).isEqualTo(bytes.length);
                    assertThat(rest.last().sessionId()).isEqualTo(session);
                }
            }
            assertThat(read(resume(session, bytes.length + 1L)).awaitEnd().reason())
                    .isEqualTo(Reason.INVALID_RESUME_OFFSET);
        }
    }

    @Test
    void aSessionOfAnotherLogIsNotKnown() {
        SandboxLog other = logs.create("two");
        other.append(StandardStream.STDOUT, ByteBuffer.wrap(new byte[10]), NOON).join();
        String session = read(other, all()).awaitEnd().last().sessionId();
        write("text");

        assertThat(read(resume(session, 0)).awaitEnd().reason()).isEqualTo(Reason.SESSION_NOT_FOUND);
        assertThat(read(resume("nonsense", 0)).awaitEnd().reason()).isEqualTo(Reason.SESSION_NOT_FOUND);
    }

    @Test
    void theLogStaysWithinItsSizeAndKeepsTheLast() throws IOException {
        log = new SandboxLogs(folder, 65_536, background).create("small");
        for (int i = 0; i < 20_000; i++) {
            write("line " + i + "\n");
        }
        log.complete().join();

        assertThat(size(folder.sandboxes().resolve("small/log"))).isBetween(32_768L, 65_536L);
        String text = read(all()).awaitEnd().text();
        assertThat(text).endsWith("line 19998\nline 19999\n");
        assertThat(text.lines().count()).isGreaterThan(1_000);
        assertThat(read(order(false, 3, null, false)).awaitEnd().text())
                .isEqualTo("line 19997\nline 19998\nline 19999\n");
    }

    private static long size(Path log) throws IOException {
        try (var files = Files.list(log)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    @Test
    void aSlowFollowerHoldsUpNobodyAndIsToldOfItsGap() {
        log = new SandboxLogs(folder, 1 << 20, background).create("fast");
        var slow = new LogEntries();
        HostedTransfer transfer = log.open(follow(), slow);
        byte[] line = new byte[1_024];
        Arrays.fill(line, (byte) 'x');
        line[1_023] = '\n';
        for (int i = 0; i < 8_192; i++) {
            log.append(StandardStream.STDOUT, ByteBuffer.wrap(line), NOON).join();
        }

        await().until(() -> slow.bytes().length == HostedTransfer.WINDOW);
        assertThat(slow.isOver()).isFalse();
        transfer.taken(HostedTransfer.WINDOW);

        assertThat(slow.awaitEnd().reason()).isEqualTo(Reason.REPLAY_GAP);
        assertThat(read(resume(slow.last().sessionId(), slow.last().nextOffset()))
                        .awaitEnd()
                        .reason())
                .isEqualTo(Reason.REPLAY_GAP);
    }

    @Test
    void aFollowerThatKeepsUpMissesNothingWhileTheLogIsRotated() {
        log = new SandboxLogs(folder, 65_536, background).create("fast");
        LogEntries follower = read(follow());
        var expected = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            String line = "line " + i + "\n";
            expected.append(line);
            write(line);
            if (i % 500 == 0) {
                await().until(() -> follower.bytes().length == expected.length());
            }
        }
        log.complete().join();

        assertThat(follower.awaitEnd().text()).isEqualTo(expected.toString());
    }

    @Test
    void noMoreIsReportedThanTheWindowHolds() {
        byte[] much = new byte[1 << 20];
        log.append(StandardStream.STDOUT, ByteBuffer.wrap(much), NOON).join();
        log.complete().join();
        var entries = new LogEntries();
        HostedTransfer transfer = log.open(all(), entries);

        await().until(() -> entries.bytes().length == HostedTransfer.WINDOW);
        transfer.taken(1);
        await().until(() -> entries.bytes().length == HostedTransfer.WINDOW + 1);
        transfer.taken(1_000);
        await().until(() -> entries.bytes().length == HostedTransfer.WINDOW + 1_001);
        assertThat(entries.isOver()).isFalse();
        transfer.taken(1 << 20);

        assertThat(entries.awaitEnd().bytes()).hasSize(1 << 20);
    }

    @Test
    void aCancelledFollowerHearsNothingMore() {
        var entries = new LogEntries();
        HostedTransfer transfer = log.open(follow(), entries);
        write("one\n");
        await().until(() -> entries.text().equals("one\n"));

        transfer.cancel();
        write("two\n");
        log.complete().join();
        LogEntries other = read(follow()).awaitEnd();

        assertThat(other.text()).isEqualTo("one\ntwo\n");
        assertThat(entries.text()).isEqualTo("one\n");
        assertThat(entries.isOver()).isFalse();
    }

    @Test
    void aLineOfTwoMebibytesStaysWhole() {
        byte[] line = new byte[2 << 20];
        Arrays.fill(line, (byte) 'y');
        line[line.length - 1] = '\n';
        write("short\n");
        log.append(StandardStream.STDERR, ByteBuffer.wrap(line), NOON).join();
        write("last\n");

        LogEntries read = read(order(false, 2, null, true)).awaitEnd();
        assertThat(read.failure()).isNull();
        String text = read.text();

        assertThat(text).hasSize(2 * STAMP.length() + line.length + 5);
        assertThat(text).startsWith(STAMP + "yyyy").endsWith("y\n" + STAMP + "last\n");
    }

    @Test
    void manyFollowersHaveTheSame() {
        LogEntries[] followers = new LogEntries[50];
        for (int i = 0; i < followers.length; i++) {
            followers[i] = read(follow());
        }
        for (int i = 0; i < 300; i++) {
            write("line " + i + "\n");
        }
        log.complete().join();

        String expected = read(all()).awaitEnd().text();
        for (LogEntries follower : followers) {
            assertThat(follower.awaitEnd().text()).isEqualTo(expected);
        }
    }

    @Test
    void anEndedLogIsReadAndResumedButNotFollowed() {
        write("one\n");
        log.complete().join();
        SandboxLog recorded = logs.recorded("one");

        LogEntries whole = read(recorded, all()).awaitEnd();
        assertThat(whole.text()).isEqualTo("one\n");
        assertThat(read(recorded, follow()).awaitEnd().reason()).isEqualTo(Reason.SANDBOX_NOT_RUNNING);
        assertThat(read(recorded, resume(whole.last().sessionId(), 2))
                        .awaitEnd()
                        .text())
                .isEqualTo("e\n");
        assertThat(read(logs.recorded("never-started"), all()).awaitEnd().text())
                .isEmpty();
    }

    @Test
    void anotherEngineGoesOnWhereACrashCutOff() throws IOException {
        write("one\n");
        write("half of it is lost\n");
        LogEntries before = read(all()).awaitEnd();
        Path file;
        try (var files = Files.list(folder.sandboxes().resolve("one/log"))) {
            file = files.max(Comparator.naturalOrder()).orElseThrow();
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(Files.size(file) - 3);
        }

        SandboxLog next = logs.resume("one");
        LogEntries follower = read(next, follow());
        next.append(StandardStream.STDOUT, ByteBuffer.wrap("two\n".getBytes(StandardCharsets.UTF_8)), NOON)
                .join();
        await().until(() -> follower.text().equals("one\ntwo\n"));
        next.complete().join();
        assertThat(read(logs.recorded("one"), resume(before.last().sessionId(), 4))
                        .awaitEnd()
                        .text())
                .isEqualTo("two\n");
        assertThat(read(logs.recorded("one"), all()).awaitEnd().text()).isEqualTo("one\ntwo\n");
    }

    @Test
    void aLogThatWasNeverWrittenIsBegun() {
        SandboxLog next = logs.resume("other");
        next.append(StandardStream.STDOUT, ByteBuffer.wrap("one\n".getBytes(StandardCharsets.UTF_8)), NOON)
                .join();
        assertThat(read(next, all()).awaitEnd().text()).isEqualTo("one\n");
    }

    @Test
    void whatACrashCutOffIsNotShown() throws IOException {
        write("whole\n");
        write("half of it is lost\n");
        Path file;
        try (var files = Files.list(folder.sandboxes().resolve("one/log"))) {
            file = files.max(Comparator.naturalOrder()).orElseThrow();
        }
        long full = Files.size(file);
        for (long size = full - 1; size >= full - 19 - LogSegment.RECORD_HEAD; size--) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(size);
            }
            assertThat(read(logs.recorded("one"), all()).awaitEnd().text())
                    .as("%d bytes of %d", size, full)
                    .isEqualTo("whole\n");
        }
    }

    @Test
    void whatTheDiskRefusesIsToldAndHoldsUpNobody() throws IOException {
        log = new SandboxLogs(folder, 65_536, background).create("broken");
        write("kept\n");
        LogEntries follower = read(follow());
        await().until(() -> follower.text().equals("kept\n"));
        SafeFiles.delete(folder.sandboxes().resolve("broken"));

        log.append(StandardStream.STDOUT, ByteBuffer.wrap(new byte[100_000]), NOON)
                .join();
        log.append(StandardStream.STDOUT, ByteBuffer.wrap(new byte[10]), NOON).join();
        log.complete().join();

        assertThat(follower.awaitEnd().failure()).isNotNull();
    }
}
