package io.camelsandbox.engine.local.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.engine.LogOrder;
import io.camelsandbox.engine.SandboxFacts.Ending;
import io.camelsandbox.engine.SnapshotQuery;
import io.camelsandbox.engine.local.ChildJvm;
import io.camelsandbox.sandbox.FileSystemSnapshot.Status;
import io.camelsandbox.sandbox.SandboxFilter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is found of an engine whose JVM is alive, and when it was killed in the middle of writing. */
@Timeout(120)
class KilledOwnerTest {

    @TempDir
    private Path temp;

    private final ExecutorService background = Executors.newFixedThreadPool(2);

    @AfterEach
    void close() {
        background.shutdownNow();
    }

    private LogEntries readAll(StateFolder folder) {
        var order =
                new LogOrder(false, OptionalInt.empty(), Optional.empty(), false, Optional.empty(), Optional.empty());
        var entries = new LogEntries();
        entries.take(
                new SandboxLogs(folder, 65_536, background).recorded("first").open(order, entries));
        return entries.awaitEnd();
    }

    @Test
    void othersReadWhatALiveOwnerWritesAndEndWhatADeadOneLeft() throws Exception {
        Path place = temp.resolve("state");
        Path ready = temp.resolve("ready");
        Process owner = new ChildJvm().start(StoreProcess.class, temp.resolve("output"), place.toString(), "" + ready);
        try {
            await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(ready) || !owner.isAlive());
            assertThat(Files.exists(ready)).as(() -> output()).isTrue();
            try (StateFolder folder = Stores.open(place)) {
                SandboxStore store = Stores.store(folder);
                var snapshots = new SnapshotStore(folder, 1 << 20, background, Clock.systemUTC());
                assertThat(store.find("first").facts().ended()).isEmpty();
                assertThat(store.owns(store.find("first"))).isFalse();
                assertThat(Stores.ids(store, SandboxFilter.ACTIVE, 7)).contains("first", "sandbox0", "sandbox20");
                assertThat(readAll(folder).text()).startsWith("line 0\n").endsWith("\n");
                assertThat(snapshots
                                .list(new SnapshotQuery(Optional.empty(), 10, Optional.empty()))
                                .items())
                        .allMatch(snapshot -> snapshot.status() == Status.CREATING)
                        .hasSize(1);

                owner.destroyForcibly().waitFor();

                assertThat(store.find("first").facts().ending())
                        .as("met by one who knew the owner alive")
                        .contains(Ending.LOST);
            }
            try (StateFolder folder = Stores.open(place)) {
                SandboxStore store = Stores.store(folder);
                var snapshots = new SnapshotStore(folder, 1 << 20, background, Clock.systemUTC());
                assertThat(Stores.ids(store, SandboxFilter.ACTIVE, 100)).isEmpty();
                assertThat(Stores.ids(store, Stores.ALL, 100))
                        .contains("first", "sandbox20")
                        .doesNotHaveDuplicates();
                assertThat(Stores.ids(store, Stores.ALL, 100))
                        .allMatch(id -> store.find(id).facts().ending().equals(Optional.of(Ending.LOST)));
                assertThat(store.accept("request of first", "again", Stores.SPEC, Stores.created(Stores.NOON))
                                .sandbox()
                                .id())
                        .isEqualTo("first");
                assertThat(readAll(folder).text().lines()).allMatch(line -> line.matches("line \\d+"));
                assertThat(snapshots
                                .list(new SnapshotQuery(Optional.empty(), 10, Optional.empty()))
                                .items())
                        .allMatch(snapshot -> snapshot.status() == Status.FAILED)
                        .hasSize(1);
                assertThat(folder.deadOwners()).isEmpty();
            }
        } finally {
            owner.destroyForcibly().waitFor();
        }
    }

    private String output() {
        try {
            return Files.readString(temp.resolve("output"));
        } catch (java.io.IOException e) {
            return "";
        }
    }
}
