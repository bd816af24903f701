package io.camelsandbox.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.benchmarks.stats.Sample;
import io.camelsandbox.engine.EngineStats;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SoakTableTest {

    private static EngineStats stats(long hits, long misses, long reaped, int meanMillis) {
        return new EngineStats(
                0,
                new EngineStats.Spares(4, hits, 0, misses, 0, 0),
                new EngineStats.Reaping(2, reaped, Duration.ofMillis(meanMillis), Duration.ofMillis(90)));
    }

    private static List<String> cells(String line) {
        return Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList();
    }

    @Test
    void aLineIsOfItsMinuteAlone() {
        var table = new SoakTable(stats(100, 0, 100, 5));

        String line = table.minute(
                3,
                Duration.ofMinutes(1),
                new Tally.Answers(Sample.of(2_000_000, 4_000_000), 120, 1),
                stats(175, 25, 200, 6),
                new Footprint(300 << 20, 50 << 20, 70, 30, 12));

        assertThat(cells(line))
                .containsExactly(
                        "3", "2.0", "1", "2.0", "4.0", "75", "4", "7.0", "90.0", "2", "300.0", "50.0", "70", "30",
                        "12");
        assertThat(cells(table.head().lines().findFirst().orElseThrow())).hasSameSizeAs(cells(line));
    }

    @Test
    void aTallyIsDrained() {
        var tally = new Tally();
        tally.usual(1_000_000);
        tally.odd();
        tally.wrong();

        Tally.Answers answers = tally.drain();
        assertThat(answers.answers()).isEqualTo(3);
        assertThat(answers.wrong()).isEqualTo(1);
        assertThat(answers.latencies().size()).isEqualTo(1);
        assertThat(tally.drain().answers()).isZero();
    }
}
