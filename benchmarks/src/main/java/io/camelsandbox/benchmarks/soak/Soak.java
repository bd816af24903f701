package io.camelsandbox.benchmarks.soak;

import io.camelsandbox.benchmarks.contest.JavaContestant;
import io.camelsandbox.benchmarks.contest.SandboxRoutes;
import io.camelsandbox.engine.EngineStats;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Keeps the machine at a load for a long time and prints each minute what that does to memory, descriptors, processes
 * and latency. Ends with code 1 when a run was not answered as it must be, or something is left behind.
 */
public final class Soak {

    private static final int USAGE_ERROR = 2;
    private static final int MAX_CONCURRENT = 16;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration WARM_UP = Duration.ofSeconds(5);
    private static final Duration CALIBRATION = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration GONE_WITHIN = Duration.ofSeconds(10);

    private final SoakOptions options;
    private final List<String> lines = new ArrayList<>();
    private final Tally tally = new Tally();

    private Soak(SoakOptions options) {
        this.options = options;
    }

    /** The options are those of {@code ./run soak}. */
    public static void main(String[] args) throws Exception {
        try {
            System.exit(new Soak(SoakOptions.parse(args)).run() ? 0 : 1);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(USAGE_ERROR);
        }
    }

    private boolean run() throws Exception {
        boolean right = true;
        try (SandboxRoutes routes =
                SandboxRoutes.start(Map.of("maxConcurrent", MAX_CONCURRENT), Errand.ENDPOINT_OPTIONS)) {
            var load = new Load(routes, tally, new Random());
            load.reach(WARM_UP);
            double reach = load.reach(CALIBRATION);
            double rate = reach * options.load() / 100;
            System.err.printf("· %.0f runs/s are reached; %.0f are asked for%n", reach, rate);
            var table = new SoakTable(stats(routes));
            say(table.head());
            for (int minute = 1; minute <= options.minutes(); minute++) {
                long began = System.nanoTime();
                load.send(rate, began + MINUTE.toNanos());
                Duration time = Duration.ofNanos(System.nanoTime() - began);
                Tally.Answers answers = tally.drain();
                right &= answers.wrong() == 0;
                say(table.minute(minute, time, answers, stats(routes), Footprint.now()));
            }
            right &= load.awaitLast() & tally.drain().wrong() == 0;
        }
        long left = left();
        System.err.println(right ? "· every run was answered as it must be" : "· SOME RUNS WERE NOT ANSWERED RIGHT");
        System.err.println("· processes left: " + left);
        if (options.file().isPresent()) {
            Files.write(options.file().get(), lines);
        }
        return right && left == 0;
    }

    private void say(String line) {
        lines.add(line);
        System.out.println(line);
    }

    private static EngineStats stats(SandboxRoutes routes) {
        return routes.stats().orElseThrow(() -> new IllegalStateException("the engine counts nothing"));
    }

    private static long left() {
        long end = System.nanoTime() + GONE_WITHIN.toNanos();
        while (ProcessHandle.current().descendants().findAny().isPresent() && System.nanoTime() - end < 0) {
            JavaContestant.idle(LOOK);
        }
        return ProcessHandle.current().descendants().count();
    }
}
