package io.camelsandbox.engine.local.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.SnapshotOrder;
import io.camelsandbox.engine.SnapshotQuery;
import io.camelsandbox.sandbox.FileSystemSnapshot;
import io.camelsandbox.sandbox.FileSystemSnapshot.Status;
import io.camelsandbox.sandbox.FileSystemSnapshot.Trigger;
import io.camelsandbox.sandbox.SandboxSnapshotException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SnapshotStoreTest {

    private static final long SPACE = 1 << 20;

    @TempDir
    private Path temp;

    private final ExecutorService background = Executors.newFixedThreadPool(2);
    private Path place;
    private StateFolder folder;
    private SnapshotStore store;

    @BeforeEach
    void open() {
        place = temp.resolve("state");
        folder = Stores.open(place);
        store = new SnapshotStore(folder, SPACE, background, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        background.shutdownNow();
        folder.close();
    }

    private static SnapshotOrder order(String request) {
        return new SnapshotOrder("data", request);
    }

    private BegunSnapshot begin(String request) {
        return store.begin("sandbox", order(request), Trigger.MANUAL);
    }

    private static ByteBuffer noise(int size) {
        byte[] bytes = new byte[size];
        new Random(7).nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private FileSystemSnapshot take(String request, ByteBuffer content) {
        ArchiveWriter writer = begin(request).writer().orElseThrow();
        writer.write(content);
        return writer.commit();
    }

    private static byte[] readAll(ArchiveReader reader) {
        var all = new ByteArrayOutputStream();
        ByteBuffer buffer = ByteBuffer.allocate(10_000);
        while (reader.read(buffer) >= 0) {
            all.write(buffer.array(), 0, buffer.position());
            buffer.clear();
        }
        return all.toByteArray();
    }

    private static void assertReason(Reason reason, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(SandboxException.class, e -> assertThat(e.reason())
                .isEqualTo(reason));
    }

    private Path archive(String id) {
        return place.resolve("snapshots").resolve(id).resolve("archive.tar.gz");
    }

    @Test
    void whatWasWrittenIsReadAndTheFileIsGzip() throws IOException {
        ByteBuffer content = noise(300_000);

        FileSystemSnapshot ready = take("r", content.duplicate());

        assertThat(ready.status()).isEqualTo(Status.READY);
        assertThat(ready.sizeBytes()).hasValue(Files.size(archive(ready.id())));
        assertThat(ready.completed()).isPresent();
        assertThat(store.find(ready.id())).isEqualTo(ready);
        try (ArchiveReader reader = store.open(ready.id())) {
            assertThat(readAll(reader)).isEqualTo(content.array());
        }
        try (var gzip = new GZIPInputStream(Files.newInputStream(archive(ready.id())))) {
            assertThat(gzip.readAllBytes()).isEqualTo(content.array());
        }
    }

    @Test
    void anEmptyArchiveIsAnArchive() {
        FileSystemSnapshot ready = begin("r").writer().orElseThrow().commit();

        try (ArchiveReader reader = store.open(ready.id())) {
            assertThat(readAll(reader)).isEmpty();
        }
    }

    @Test
    void untilItIsCommittedItIsCreatingAndNobodyMayReadOrDeleteIt() throws Exception {
        BegunSnapshot begun = begin("r");
        String id = begun.snapshot().id();
        CompletableFuture<FileSystemSnapshot> settled = store.settled(id);

        assertThat(store.find(id).status()).isEqualTo(Status.CREATING);
        assertReason(Reason.FSS_NOT_READY, () -> store.open(id));
        assertReason(Reason.FSS_NOT_READY, () -> store.delete(id));
        assertThat(settled).isNotDone();
        begun.writer().orElseThrow().commit();

        assertThat(settled.get(10, TimeUnit.SECONDS).status()).isEqualTo(Status.READY);
        store.delete(id);
        assertReason(Reason.FSS_NOT_FOUND, () -> store.find(id));
        assertThat(archive(id)).doesNotExist();
    }

    @Test
    void oneThatFailedSaysWhyAndLeavesNoArchive() throws Exception {
        BegunSnapshot begun = begin("r");
        ArchiveWriter writer = begun.writer().orElseThrow();
        writer.write(noise(100));

        FileSystemSnapshot failed = writer.fail("a file changed");

        assertThat(failed.status()).isEqualTo(Status.FAILED);
        assertThat(failed.statusReason()).contains("a file changed");
        assertThat(store.settled(failed.id()).get(10, TimeUnit.SECONDS)).isEqualTo(failed);
        assertThat(writer.commit()).isEqualTo(failed);
        assertReason(Reason.FSS_NOT_READY, () -> store.open(failed.id()));
        try (var files = Files.list(place.resolve("snapshots").resolve(failed.id()))) {
            assertThat(files).extracting(file -> file.getFileName().toString()).containsExactly("record");
        }
    }

    @Test
    void aRepeatGetsWhatTheFirstBegan() {
        FileSystemSnapshot first = take("r", noise(10));

        BegunSnapshot second = begin("r");

        assertThat(second.snapshot()).isEqualTo(first);
        assertThat(second.writer()).isEmpty();
        assertThat(begin("other").snapshot().id()).isNotEqualTo(first.id());
        assertThat(store.begin("another sandbox", order("r"), Trigger.MANUAL)
                        .snapshot()
                        .id())
                .isNotEqualTo(first.id());
    }

    @Test
    void aRequestIdForAnotherVolumeIsAConflict() {
        begin("r");

        assertReason(
                Reason.REQUEST_ID_CONFLICT,
                () -> store.begin("sandbox", new SnapshotOrder("cache", "r"), Trigger.MANUAL));
    }

    @Test
    void oneStopMayTakeSeveralVolumesAndItsRepeatGetsTheSame() {
        FileSystemSnapshot data =
                store.begin("sandbox", order("stop"), Trigger.ON_DELETE).snapshot();
        var cache = store.begin("sandbox", new SnapshotOrder("cache", "stop"), Trigger.ON_DELETE);

        assertThat(cache.snapshot().id()).isNotEqualTo(data.id());
        assertThat(cache.writer()).isPresent();
        assertThat(store.begin("sandbox", order("stop"), Trigger.ON_DELETE).snapshot())
                .isEqualTo(data);
    }

    @Test
    void aDamagedArchiveIsNeverReadToItsEnd() throws IOException {
        FileSystemSnapshot ready = take("r", noise(50_000));
        byte[] good = Files.readAllBytes(archive(ready.id()));
        for (int at : new int[] {0, 20, good.length / 2, good.length - 1}) {
            byte[] bad = good.clone();
            bad[at] ^= 1;
            Files.write(archive(ready.id()), bad);
            assertReason(Reason.FSS_RESTORE_FAILED, () -> readAndClose(ready.id()));
        }
        Files.write(archive(ready.id()), java.util.Arrays.copyOf(good, good.length - 100));
        assertReason(Reason.FSS_RESTORE_FAILED, () -> readAndClose(ready.id()));
        Files.write(archive(ready.id()), java.util.Arrays.copyOf(good, good.length + 1));
        assertReason(Reason.FSS_RESTORE_FAILED, () -> readAndClose(ready.id()));
        Files.delete(archive(ready.id()));
        assertReason(Reason.FSS_RESTORE_FAILED, () -> readAndClose(ready.id()));

        store.delete(ready.id());
        assertReason(Reason.FSS_NOT_FOUND, () -> store.find(ready.id()));
    }

    private void readAndClose(String id) {
        try (ArchiveReader reader = store.open(id)) {
            readAll(reader);
        }
    }

    @Test
    void whoReadsASnapshotKeepsItFromBeingDeleted() {
        FileSystemSnapshot ready = take("r", noise(10));
        ArchiveReader one = store.open(ready.id());
        ArchiveReader two = store.open(ready.id());

        one.close();
        one.close();
        assertReason(Reason.FSS_NOT_READY, () -> store.delete(ready.id()));
        two.close();
        store.delete(ready.id());

        assertReason(Reason.FSS_NOT_FOUND, () -> store.open(ready.id()));
    }

    @Test
    void theSpaceIsForAllTogetherAndFreeAgainWhenOneGoes() {
        FileSystemSnapshot first = take("one", noise(700_000));
        ArchiveWriter second = begin("two").writer().orElseThrow();
        second.write(noise(700_000));

        FileSystemSnapshot failed = second.commit();
        assertThat(failed.status()).isEqualTo(Status.FAILED);
        assertThat(failed.statusReason()).get().asString().contains("snapshotSpace");

        store.delete(first.id());
        assertThat(take("three", noise(700_000)).status()).isEqualTo(Status.READY);
    }

    @Test
    void oneThatTakesTooMuchIsStoppedOnItsWay() {
        ArchiveWriter writer = begin("r").writer().orElseThrow();

        assertReason(Reason.FSS_QUOTA_EXCEEDED, () -> {
            for (int i = 0; i < 100; i++) {
                writer.write(noise(1 << 20));
            }
        });

        assertThat(writer.commit().status()).isEqualTo(Status.FAILED);
    }

    @Test
    void nothingIsBegunWhereThereIsNoRoom() {
        FileSystemSnapshot first = take("one", noise(1_000_000));
        var small = new SnapshotStore(folder, first.sizeBytes().getAsLong(), background, Clock.systemUTC());

        assertReason(Reason.FSS_QUOTA_EXCEEDED, () -> small.begin("sandbox", order("two"), Trigger.MANUAL));
        assertThat(small.begin("sandbox", order("one"), Trigger.MANUAL).snapshot())
                .as("a repeat needs none")
                .isEqualTo(first);
    }

    @Test
    void anInterruptedOneHasFailedAndIsNeverReady() throws Exception {
        BegunSnapshot begun = begin("r");
        begun.writer().orElseThrow().write(noise(100_000));
        folder.close();
        folder = Stores.open(place);

        var next = new SnapshotStore(folder, SPACE, background, Clock.systemUTC());
        FileSystemSnapshot found = next.settled(begun.snapshot().id()).get(10, TimeUnit.SECONDS);

        assertThat(found.status()).isEqualTo(Status.FAILED);
        assertThat(place.resolve("snapshots").resolve(found.id()).resolve("archive.new"))
                .doesNotExist();
        next.delete(found.id());
        assertThat(place.resolve("snapshots").resolve(found.id())).doesNotExist();
    }

    @Test
    void whatAnotherEngineTakesIsWaitedFor() throws Exception {
        BegunSnapshot begun = begin("r");
        try (StateFolder other = Stores.open(place)) {
            var second = new SnapshotStore(other, SPACE, background, Clock.systemUTC());
            CompletableFuture<FileSystemSnapshot> settled =
                    second.settled(begun.snapshot().id());
            assertThat(second.find(begun.snapshot().id()).status()).isEqualTo(Status.CREATING);

            begun.writer().orElseThrow().commit();

            assertThat(settled.get(10, TimeUnit.SECONDS).status()).isEqualTo(Status.READY);
        }
    }

    @Test
    void remainsWithoutARecordGo() throws IOException {
        Files.createDirectories(place.resolve("snapshots/nobodys"));
        Files.write(place.resolve("snapshots/nobodys/archive.tar.gz"), new byte[10]);

        new SnapshotStore(folder, SPACE, background, Clock.systemUTC());

        assertThat(place.resolve("snapshots/nobodys")).doesNotExist();
    }

    @Test
    void pagesHoldEachOnceTheYoungestFirst() {
        var expected = new ArrayList<String>();
        for (int i = 0; i < 7; i++) {
            Clock clock = Clock.fixed(Instant.EPOCH.plus(Duration.ofDays(i)), ZoneOffset.UTC);
            var at = new SnapshotStore(folder, SPACE, background, clock);
            String sandbox = i % 2 == 0 ? "even" : "odd";
            BegunSnapshot begun = at.begin(sandbox, order("r" + i), Trigger.MANUAL);
            begun.writer().orElseThrow().commit();
            expected.add(0, begun.snapshot().id());
        }

        assertThat(ids(Optional.empty(), 3)).isEqualTo(expected);
        assertThat(ids(Optional.of("odd"), 2)).isEqualTo(List.of(expected.get(1), expected.get(3), expected.get(5)));
    }

    private List<String> ids(Optional<String> sandbox, int pageSize) {
        var ids = new ArrayList<String>();
        Optional<String> token = Optional.empty();
        do {
            var page = store.list(new SnapshotQuery(sandbox, pageSize, token));
            page.items().forEach(snapshot -> ids.add(snapshot.id()));
            token = page.nextToken();
        } while (token.isPresent());
        return ids;
    }

    @Test
    void anIdThatLeadsElsewhereIsNobodys() {
        assertThatThrownBy(() -> store.find("../sandboxes/x")).isInstanceOf(SandboxSnapshotException.class);
        assertThatThrownBy(() -> store.delete("..")).isInstanceOf(SandboxSnapshotException.class);
    }
}
