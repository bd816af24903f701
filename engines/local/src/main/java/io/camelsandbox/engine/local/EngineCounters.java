package io.camelsandbox.engine.local;

import io.camelsandbox.engine.EngineStats;
import java.time.Duration;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** What an engine counts. Counting is cheap, and may be done on any thread. */
final class EngineCounters {

    private final LongAdder liveRuns = new LongAdder();
    private final LongAdder ready = new LongAdder();
    private final LongAdder hits = new LongAdder();
    private final LongAdder bareHits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder refills = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder reapPending = new LongAdder();
    private final LongAdder reaped = new LongAdder();
    private final LongAdder reapNanos = new LongAdder();
    private final LongAccumulator longestReapNanos = new LongAccumulator(Math::max, 0);

    void runBegan() {
        liveRuns.increment();
    }

    void runEnded() {
        liveRuns.decrement();
    }

    void hit() {
        hits.increment();
    }

    void bareHit() {
        bareHits.increment();
    }

    void miss() {
        misses.increment();
    }

    /** A spare can be taken from now on. */
    void spareReady() {
        refills.increment();
        ready.increment();
    }

    /** A spare that was ready is taken, or gone. */
    void spareLeft() {
        ready.decrement();
    }

    void spareFailed() {
        failures.increment();
    }

    /** There is a result, and its sandbox is not gone yet. */
    void reapBegan() {
        reapPending.increment();
    }

    /** The sandbox is gone so long after its result. */
    void reapEnded(long nanos) {
        reapPending.decrement();
        reaped.increment();
        reapNanos.add(nanos);
        longestReapNanos.accumulate(nanos);
    }

    EngineStats stats() {
        long gone = reaped.sum();
        return new EngineStats(
                liveRuns.intValue(),
                new EngineStats.Spares(
                        ready.intValue(), hits.sum(), bareHits.sum(), misses.sum(), refills.sum(), failures.sum()),
                new EngineStats.Reaping(
                        reapPending.intValue(),
                        gone,
                        Duration.ofNanos(gone == 0 ? 0 : reapNanos.sum() / gone),
                        Duration.ofNanos(longestReapNanos.get())));
    }
}
