package io.camelsandbox.benchmarks.measure;

import io.camelsandbox.benchmarks.contest.Contestants;
import io.camelsandbox.benchmarks.report.Row;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Many runs at once: what each costs this side in threads and memory. */
public final class ManyRunsScenario implements Scenario {

    private static final int RUNS = 200;
    private static final String THREADS = "concurrent." + RUNS + ".threads";
    private static final String MEMORY = "concurrent." + RUNS + ".memory";
    private static final double KIB = 1024;

    @Override
    public String title() {
        return RUNS + " runs at once";
    }

    @Override
    public List<String> rowNames(Contestants contestants) {
        return List.of(THREADS, MEMORY);
    }

    @Override
    public List<Row> measure(Contestants contestants, Predicate<String> wanted) throws Exception {
        Map<String, Long> counts = count();
        long alive = counts.getOrDefault("alive", 0L);
        if (alive < RUNS) {
            throw new IllegalStateException("only " + alive + " of " + RUNS + " runs were alive at once");
        }
        double held = (counts.get("heap") + counts.get("direct")) / KIB / alive;
        double resident = counts.get("resident") / KIB / alive;
        return List.of(
                Row.named(THREADS)
                        .goal(Goals.THREADS)
                        .with("unit", "threads per run")
                        .with("alive", alive)
                        .with("threads", counts.get("threads"))
                        .ratio((double) counts.get("threads") / alive),
                Row.named(MEMORY)
                        .goal(Goals.MEMORY)
                        .with("unit", "KiB per run")
                        .with("of", "growth of resident memory, or of live heap and buffers where that is more")
                        .with("resident", resident)
                        .with("heapAndBuffers", held)
                        .ratio(Math.max(resident, held)));
    }

    private static Map<String, Long> count() throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        java,
                        "-XX:+UseSerialGC", // the heap is given back at a collection, and so resident memory tells
                        "-XX:MinHeapFreeRatio=5",
                        "-XX:MaxHeapFreeRatio=10",
                        "-Xms16m",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ManyRuns.class.getName(),
                        Integer.toString(RUNS))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var counts = new HashMap<String, Long>();
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int sign = line.indexOf('=');
                if (sign > 0) {
                    counts.put(line.substring(0, sign), Long.parseLong(line.substring(sign + 1)));
                }
            }
        }
        if (process.waitFor() != 0) {
            throw new IOException("the program of many runs failed");
        }
        return counts;
    }
}
