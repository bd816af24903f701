package io.camelsandbox.engine.local.store;

import static io.camelsandbox.engine.local.store.Stores.ALL;
import static io.camelsandbox.engine.local.store.Stores.NOON;
import static io.camelsandbox.engine.local.store.Stores.OTHER;
import static io.camelsandbox.engine.local.store.Stores.SPEC;
import static io.camelsandbox.engine.local.store.Stores.accept;
import static io.camelsandbox.engine.local.store.Stores.created;
import static io.camelsandbox.engine.local.store.Stores.ended;
import static io.camelsandbox.engine.local.store.Stores.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxCapacityException;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.engine.SandboxFacts.Ending;
import io.camelsandbox.engine.SandboxQuery;
import io.camelsandbox.sandbox.SandboxFilter;
import io.camelsandbox.sandbox.SandboxNotFoundException;
import io.camelsandbox.sandbox.SandboxStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SandboxStoreTest {

    @TempDir
    private Path temp;

    private Path place;
    private StateFolder folder;
    private SandboxStore store;

    @BeforeEach
    void open() {
        place = temp.resolve("state");
        folder = Stores.open(place);
        store = Stores.store(folder);
    }

    @AfterEach
    void close() {
        folder.close();
    }

    private static SandboxFacts running(SandboxFacts facts) {
        return facts.toBuilder()
                .started(NOON)
                .maxLifetime(Duration.ofMinutes(5))
                .build();
    }

    @Test
    void aRecordIsReadAsItWasWritten() {
        accept(store, "one");
        SandboxFacts facts = running(created(NOON));
        store.save("one", facts);
        store.change("one", now -> now.withStop(new StoredStop(Optional.of("r"), List.of("data"), List.of("s1"))));

        try (StateFolder other = Stores.open(place)) {
            StoredSandbox read = Stores.store(other).find("one");

            assertThat(read.spec()).isEqualTo(SPEC);
            assertThat(read.requestId()).isEqualTo("request of one");
            assertThat(read.facts().started()).contains(NOON);
            assertThat(read.facts().maxLifetime()).contains(Duration.ofMinutes(5));
            assertThat(read.stop()).contains(new StoredStop(Optional.of("r"), List.of("data"), List.of("s1")));
        }
    }

    @Test
    void nobodyElseMayLookAtAnything() throws IOException {
        accept(store, "one");

        try (var files = Files.walk(place)) {
            assertThat(files)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .as(file.toString())
                            .matches(Files.isDirectory(file) ? "rwx------" : "rw-(------|r--r--)"));
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place)))
                .isEqualTo("rwx------");
    }

    @Test
    void aRepeatOfARequestFindsWhatTheFirstMade() {
        StoredSandbox first = accept(store, "one");

        Acceptance second = store.accept("request of one", "two", SPEC, created(NOON));

        assertThat(second.repeat()).isTrue();
        assertThat(second.sandbox().id()).isEqualTo(first.id());
        assertThatThrownBy(() -> store.find("two")).isInstanceOf(SandboxNotFoundException.class);
    }

    @Test
    void aRepeatFindsItInAnotherEngineToo() {
        accept(store, "one");

        try (StateFolder other = Stores.open(place)) {
            Acceptance second = Stores.store(other).accept("request of one", "two", SPEC, created(NOON));

            assertThat(second.repeat()).isTrue();
            assertThat(second.sandbox().id()).isEqualTo("one");
        }
    }

    @Test
    void aRequestIdForAnotherSpecIsAConflict() {
        accept(store, "one");

        assertThatThrownBy(() -> store.accept("request of one", "two", OTHER, created(NOON)))
                .isInstanceOfSatisfying(
                        SandboxException.class, e -> assertThat(e.reason()).isEqualTo(Reason.REQUEST_ID_CONFLICT));
    }

    @Test
    void oneRequestSentByManyAtOnceMakesOneSandbox() throws Exception {
        var pool = Executors.newFixedThreadPool(8);
        try (StateFolder other = Stores.open(place)) {
            SandboxStore second = Stores.store(other);
            List<Callable<String>> calls = IntStream.range(0, 32)
                    .<Callable<String>>mapToObj(i -> () -> (i % 2 == 0 ? store : second)
                            .accept("r", "sandbox" + i, SPEC, created(NOON))
                            .sandbox()
                            .id())
                    .toList();
            var made = new HashSet<String>();
            for (Future<String> call : pool.invokeAll(calls)) {
                made.add(call.get());
            }

            assertThat(made).hasSize(1);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void noMoreMayBeThereThanTheOptionSays() {
        var small = new SandboxStore(folder, Duration.ofHours(1), 2, Clock.systemUTC());
        accept(small, "one");
        accept(small, "two");

        assertThatThrownBy(() -> accept(small, "three"))
                .isInstanceOf(SandboxCapacityException.class)
                .hasMessageContaining("maxSandboxes");

        small.save("one", ended(created(NOON), Instant.now()));
        assertThat(accept(small, "three").id()).isEqualTo("three");
    }

    @Test
    void pagesHoldEachSandboxOnceTheYoungestFirst() {
        var expected = new ArrayList<String>();
        for (int i = 0; i < 25; i++) {
            // some of one moment
            store.accept("r" + i, "sandbox" + (char) ('a' + i), SPEC, created(NOON.plusSeconds(i / 3)));
            expected.add(0, "sandbox" + (char) ('a' + i));
        }

        assertThat(ids(store, ALL, 25)).isEqualTo(expected);
        assertThat(ids(store, ALL, 4)).isEqualTo(expected);
        assertThat(ids(store, ALL, 1)).isEqualTo(expected);
    }

    @Test
    void whatComesAndGoesBetweenPagesMakesNothingTwiceAndLosesNothingElse() {
        for (int i = 0; i < 10; i++) {
            store.accept("r" + i, "sandbox" + i, SPEC, created(NOON.plusSeconds(i)));
        }
        var first = store.list(new SandboxQuery(SandboxFilter.ACTIVE, 4, Optional.empty()));
        store.accept("young", "young", SPEC, created(NOON.plusSeconds(100)));
        store.save("sandbox6", ended(created(NOON), Instant.now()));
        store.save("sandbox5", ended(created(NOON), Instant.now()));

        var second = store.list(new SandboxQuery(SandboxFilter.ACTIVE, 4, first.nextToken()));

        assertThat(first.items())
                .extracting(StoredSandbox::id)
                .containsExactly("sandbox9", "sandbox8", "sandbox7", "sandbox6");
        assertThat(second.items())
                .extracting(StoredSandbox::id)
                .containsExactly("sandbox4", "sandbox3", "sandbox2", "sandbox1");
    }

    @Test
    void aTokenOfSomebodyElseIsRefused() {
        assertThatThrownBy(() -> store.list(new SandboxQuery(ALL, 10, Optional.of("7"))))
                .isInstanceOf(SandboxRefusedException.class);
    }

    @Test
    void listsHoldWhatTheFilterSays() {
        accept(store, "alive");
        accept(store, "over");
        store.save("over", ended(created(NOON), Instant.now()));
        store.accept("r", "tagless", OTHER, created(NOON));

        assertThat(ids(store, SandboxFilter.ACTIVE, 10)).containsExactlyInAnyOrder("alive", "tagless");
        assertThat(ids(store, ALL, 10)).containsExactlyInAnyOrder("alive", "over", "tagless");
        assertThat(ids(
                        store,
                        SandboxFilter.builder().status(SandboxStatus.COMPLETED).build(),
                        10))
                .containsExactly("over");
        assertThat(ids(store, SandboxFilter.builder().tags(Set.of("b")).build(), 10))
                .containsExactly("alive");
    }

    @Test
    void factsThatAreBehindArePassedOver() {
        accept(store, "one");
        SandboxFacts first = running(created(NOON));
        SandboxFacts last = ended(first, Instant.now());

        store.save("one", last);
        store.save("one", first);

        assertThat(store.find("one").facts().ending()).contains(Ending.EXITED);
    }

    @Test
    void aSandboxOfAnEngineThatWasClosedWasShutDown() {
        accept(store, "one");
        folder.close();

        try (StateFolder next = Stores.open(place)) {
            StoredSandbox found = Stores.store(next).find("one");

            assertThat(found.facts().ending()).contains(Ending.SHUTDOWN);
            assertThat(found.facts().reason()).isPresent();
        }
        folder = Stores.open(place);
    }

    @Test
    void aSandboxOfAnEngineThatLivesIsLeftAlone() {
        accept(store, "one");

        try (StateFolder other = Stores.open(place)) {
            SandboxStore second = Stores.store(other);

            assertThat(second.find("one").facts().ended()).isEmpty();
            assertThat(second.owns(second.find("one"))).isFalse();
            assertThat(store.owns(store.find("one"))).isTrue();
        }
        assertThat(store.find("one").facts().ended()).isEmpty();
    }

    @Test
    void recordsAreDroppedWithAllBesideThemWhenTheirTimeIsOver() throws IOException {
        accept(store, "old");
        accept(store, "young");
        Files.createDirectories(place.resolve("sandboxes/old/log"));
        store.save("old", ended(created(NOON), Instant.now().minus(Duration.ofMinutes(61))));
        store.save("young", ended(created(NOON), Instant.now().minus(Duration.ofMinutes(59))));

        store.purge();

        assertThatThrownBy(() -> store.find("old")).isInstanceOf(SandboxNotFoundException.class);
        assertThat(place.resolve("sandboxes/old")).doesNotExist();
        assertThat(store.find("young").id()).isEqualTo("young");
        assertThat(store.accept("request of old", "new", OTHER, created(NOON)).repeat())
                .as("its request id is free again")
                .isFalse();
    }

    @Test
    void aRecordIsGoneAtTheMomentItsTimeIsOver() {
        accept(store, "one");
        store.save("one", ended(created(NOON), NOON));
        Clock later = Clock.fixed(NOON.plus(Duration.ofHours(1)).plusMillis(1), ZoneOffset.UTC);
        Clock before = Clock.fixed(NOON.plus(Duration.ofHours(1)), ZoneOffset.UTC);

        assertThat(new SandboxStore(folder, Duration.ofHours(1), 10, before)
                        .find("one")
                        .id())
                .isEqualTo("one");
        var due = new SandboxStore(folder, Duration.ofHours(1), 10, later);
        assertThatThrownBy(() -> due.find("one")).isInstanceOf(SandboxNotFoundException.class);
    }

    @Test
    void whatACrashLeftIsNoSandboxAndGoes() throws IOException {
        Files.createDirectories(place.resolve("sandboxes/no-record/log"));
        Files.createDirectories(place.resolve("sandboxes/half-record"));
        Files.writeString(place.resolve("sandboxes/half-record/record.new"), "{\"format\":1,\"own");
        Files.writeString(place.resolve("requests").resolve(SafeFiles.nameOf("dangling")), "nobody");
        Files.writeString(place.resolve("requests").resolve(SafeFiles.nameOf("emptied")), "");

        assertThat(ids(store, ALL, 10)).isEmpty();
        assertThat(store.accept("dangling", "one", SPEC, created(NOON)).repeat())
                .isFalse();
        assertThat(store.accept("emptied", "two", SPEC, created(NOON)).repeat()).isFalse();

        store.purge();
        assertThat(place.resolve("sandboxes/no-record")).doesNotExist();
        assertThat(place.resolve("sandboxes/half-record")).doesNotExist();
        assertThat(store.find("one").id()).isEqualTo("one");
    }

    @Test
    void aRecordThatCannotBeReadIsLeftForThoseWhoCan() throws IOException {
        Files.createDirectories(place.resolve("sandboxes/later"));
        Files.writeString(place.resolve("sandboxes/later/record"), "{\"format\":2}");

        store.purge();

        assertThatThrownBy(() -> store.find("later")).isInstanceOf(SandboxNotFoundException.class);
        assertThat(ids(store, ALL, 10)).isEmpty();
        assertThat(place.resolve("sandboxes/later/record")).exists();
    }

    @Test
    void anIdThatLeadsElsewhereIsNobodys() {
        assertThatThrownBy(() -> store.find("../lock")).isInstanceOf(SandboxNotFoundException.class);
        assertThatThrownBy(() -> store.find("")).isInstanceOf(SandboxNotFoundException.class);
    }

    @Test
    void aFolderThatOthersMayWriteIsRefusedWithTheWayOut() throws IOException {
        Path open = Files.createDirectory(temp.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThatThrownBy(() -> Stores.open(open))
                .isInstanceOf(SandboxUnavailableException.class)
                .hasMessageContaining("others may write it")
                .hasMessageContaining("stateDir");
        assertThatThrownBy(() -> StateFolder.open(List.of(place), 4_711, "jvm"))
                .hasMessageContaining("belongs to user");
    }
}
