package io.camelsandbox.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.engine.SandboxEngine;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Many mixed runs, and nothing left of them. Short by default; {@code -Dconformance.soak.runs=N} sets how many, and
 * {@code -Dconformance.soak.seed=N} repeats a load.
 */
public abstract class EngineSoak {

    private static final int WARM_UP = 60;
    private static final int SHORT = 300;
    private static final int POOL_THREADS = 8;
    private static final long HEAP_MORE = 24L << 20;
    private static final Duration QUIET_WITHIN = Duration.ofSeconds(20);

    /** A new engine that is not started. */
    protected abstract SandboxEngine newEngine();

    /** What this engine has outside the JVM that must not grow: folders, groups in use. Spare ones are no matter. */
    protected abstract long kept();

    /** What is left outside the JVM of an engine that is closed. */
    protected abstract long left();

    @Test
    void leavesNothingBehind() {
        int runs = Integer.getInteger("conformance.soak.runs", SHORT);
        long seed = Long.getLong("conformance.soak.seed", System.nanoTime());
        System.out.println("soak: " + runs + " runs, -Dconformance.soak.seed=" + seed);
        try (SandboxEngine engine = newEngine()) {
            engine.start();
            var kit = new ConformanceKit(engine);
            new MixedLoad(kit, seed).run(WARM_UP);
            Residue before = quiet();
            long heapBefore = heap();

            var load = new MixedLoad(kit, seed + 1);
            load.run(runs);

            System.out.println("soak: " + load.endings());
            assertThat(load.answered()).as("answers").isEqualTo(load.started()).isEqualTo(runs);
            assertThat(load.endings()).as("no run may lose its engine").doesNotContainKey("EngineLostException");
            Awaitility.await("as quiet as before").atMost(QUIET_WITHIN).untilAsserted(() -> assertThat(
                            Residue.now(kept()))
                    .as("left behind, from %s", before)
                    .matches(after -> after.noMoreThan(before, POOL_THREADS)));
            assertThat(heap()).as("heap").isLessThan(heapBefore + HEAP_MORE);
        }
        assertThat(ProcessWatch.descendants()).as("after the engine is closed").isEmpty();
        assertThat(left()).as("folders and groups after the engine is closed").isZero();
    }

    /** The state once two looks in a row see the same. */
    private Residue quiet() {
        var last = new Residue[] {Residue.now(kept())};
        Awaitility.await("quiet")
                .pollInterval(Duration.ofMillis(500))
                .atMost(QUIET_WITHIN)
                .until(() -> {
                    Residue now = Residue.now(kept());
                    boolean same = now.equals(last[0]);
                    last[0] = now;
                    return same;
                });
        return last[0];
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
