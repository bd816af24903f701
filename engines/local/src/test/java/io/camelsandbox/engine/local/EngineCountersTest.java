package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.engine.EngineStats;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EngineCountersTest {

    private final EngineCounters counters = new EngineCounters();

    @Test
    void nothingCountedIsZero() {
        assertThat(counters.stats()).isEqualTo(new EngineStats(0, EngineStats.Spares.NONE, EngineStats.Reaping.NONE));
    }

    @Test
    void reapingIsToldByMeanAndLongestTimeAndWhatIsLeft() {
        counters.reapBegan();
        counters.reapBegan();
        counters.reapBegan();
        counters.reapEnded(1_000);
        counters.reapEnded(5_000);
        assertThat(counters.stats().reaping())
                .isEqualTo(new EngineStats.Reaping(1, 2, Duration.ofNanos(3_000), Duration.ofNanos(5_000)));
    }

    @Test
    void sparesAreCountedAsTheyComeAndGo() {
        for (int i = 0; i < 3; i++) {
            counters.spareReady();
        }
        counters.spareLeft();
        counters.hit();
        counters.bareHit();
        counters.bareHit();
        counters.miss();
        counters.spareFailed();
        assertThat(counters.stats().spares()).isEqualTo(new EngineStats.Spares(2, 1, 2, 1, 3, 1));
    }
}
