package io.camelsandbox.engine.local.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.engine.SandboxFacts.Ending;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of sandboxes that outlive their engine. */
class OrphansTest {

    private static final StoredCell CELL =
            new StoredCell("1-2-3-4", "/run/a1", 1_900_000_001L, Optional.of("engine/1"));

    @TempDir
    private Path temp;

    @BeforeEach
    void theEngineBefore() {
        try (StateFolder folder = open()) {
            SandboxStore store = Stores.store(folder);
            Stores.accept(store, "kept");
            store.change("kept", record -> record.withCell(CELL));
            Stores.accept(store, "other");
        }
    }

    private StateFolder open() {
        return Stores.open(temp.resolve("state"));
    }

    private static SandboxStore store(StateFolder folder, Orphans orphans, Predicate<StoredCell> alive) {
        return new SandboxStore(folder, Duration.ofHours(1), 10, Clock.systemUTC(), orphans, alive);
    }

    @Test
    void theNextEngineTakesOverThoseThatLive() {
        try (StateFolder folder = open()) {
            SandboxStore store = store(folder, Orphans.ADOPT, CELL::equals);
            StoredSandbox taken = store.nextTakenOver().orElseThrow();
            assertThat(taken.id()).isEqualTo("kept");
            assertThat(taken.cell()).contains(CELL);
            assertThat(store.nextTakenOver()).isEmpty();
            assertThat(store.owns(store.find("kept"))).isTrue();
            assertThat(store.find("kept").facts().ended()).isEmpty();
            assertThat(store.find("other").facts().ending()).contains(Ending.SHUTDOWN);
        }
    }

    @Test
    void ofTwoEnginesOneTakesThemOver() {
        try (StateFolder one = open();
                StateFolder two = open()) {
            SandboxStore first = store(one, Orphans.ADOPT, CELL::equals);
            SandboxStore second = store(two, Orphans.ADOPT, CELL::equals);
            assertThat(first.nextTakenOver()).isPresent();
            assertThat(second.find("kept").owner()).isEqualTo(one.owner());
            assertThat(second.nextTakenOver()).isEmpty();
        }
    }

    @Test
    void anEngineThatDoesNotAdoptLeavesThem() {
        try (StateFolder folder = open()) {
            SandboxStore store = store(folder, Orphans.LEAVE, CELL::equals);
            assertThat(store.nextTakenOver()).isEmpty();
            assertThat(store.find("kept").facts().ended()).isEmpty();
            assertThat(store.owns(store.find("kept"))).isFalse();
        }
    }

    @Test
    void oneThatDiedIsLostWhoeverItBelongsTo() {
        try (StateFolder folder = open()) {
            SandboxStore store = store(folder, Orphans.ADOPT, cell -> false);
            assertThat(store.nextTakenOver()).isEmpty();
            assertThat(store.find("kept").facts().ending()).contains(Ending.LOST);
        }
    }
}
