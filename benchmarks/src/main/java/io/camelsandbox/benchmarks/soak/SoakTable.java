package io.camelsandbox.benchmarks.soak;

import io.camelsandbox.engine.EngineStats;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** One line for each minute, as a table that reads as text and as Markdown. */
final class SoakTable {

    private static final List<String> HEADINGS = List.of(
            "minute",
            "runs/s",
            "wrong",
            "p50 ms",
            "p99 ms",
            "warm %",
            "spares",
            "reap ms",
            "reap max",
            "reap left",
            "resident MiB",
            "heap MiB",
            "files",
            "threads",
            "processes");
    private static final double MIB = 1 << 20;
    private static final double MICROS_OF_A_MILLI = 1_000;

    private EngineStats before;

    /** A table that counts from {@code before}. */
    SoakTable(EngineStats before) {
        this.before = before;
    }

    String head() {
        String rules = HEADINGS.stream()
                .map(heading -> "-".repeat(heading.length() + 1) + ":")
                .collect(Collectors.joining("|", "|", "|"));
        return line(HEADINGS) + "\n" + rules;
    }

    /** The line of a minute that is over; {@code time} is what it really took. */
    String minute(int number, Duration time, Tally.Answers answers, EngineStats now, Footprint footprint) {
        EngineStats.Spares spares = now.spares();
        long hits = spares.hits() - before.spares().hits();
        long others = spares.misses()
                - before.spares().misses()
                + spares.bareHits()
                - before.spares().bareHits();
        String line = line(List.of(
                Integer.toString(number),
                decimal(answers.answers() / (time.toNanos() / 1e9)),
                Long.toString(answers.wrong()),
                answers.latencies() == null ? "" : decimal(answers.latencies().medianMillis()),
                answers.latencies() == null ? "" : decimal(answers.latencies().percentileMillis(99)),
                hits + others == 0 ? "" : Long.toString(Math.round(100.0 * hits / (hits + others))),
                Integer.toString(spares.ready()),
                decimal(meanLagMillis(now.reaping())),
                decimal(millis(now.reaping().max())),
                Integer.toString(now.reaping().pending()),
                decimal(footprint.residentBytes() / MIB),
                decimal(footprint.heapBytes() / MIB),
                Integer.toString(footprint.descriptors()),
                Integer.toString(footprint.threads()),
                Long.toString(footprint.processes())));
        before = now;
        return line;
    }

    /** Of this minute alone. */
    private double meanLagMillis(EngineStats.Reaping now) {
        EngineStats.Reaping then = before.reaping();
        long count = now.count() - then.count();
        double sum = millis(now.mean()) * now.count() - millis(then.mean()) * then.count();
        return count == 0 ? 0 : Math.max(0, sum / count);
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1_000 / MICROS_OF_A_MILLI;
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String line(List<String> cells) {
        var line = new StringBuilder("|");
        for (int i = 0; i < cells.size(); i++) {
            line.append(" "
                            .repeat(Math.max(
                                    1,
                                    HEADINGS.get(i).length() + 1 - cells.get(i).length())))
                    .append(cells.get(i))
                    .append(" |");
        }
        return line.toString();
    }
}
