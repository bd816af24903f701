package io.camelsandbox.component;

import io.camelsandbox.engine.EngineStats;
import io.camelsandbox.engine.EngineStats.Reaping;
import io.camelsandbox.engine.EngineStats.Spares;
import java.time.Duration;
import java.util.Optional;
import org.apache.camel.api.management.ManagedAttribute;

/** What the engine counts, as attributes that are managed; all are 0 where it counts nothing. */
public abstract class SandboxComponentCounters extends SandboxComponentOptions {

    /** What the engine counts; empty where it counts nothing, or is not started. */
    public abstract Optional<EngineStats> engineStats();

    private Spares spares() {
        return engineStats().map(EngineStats::spares).orElse(Spares.NONE);
    }

    private Reaping reaping() {
        return engineStats().map(EngineStats::reaping).orElse(Reaping.NONE);
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1000;
    }

    @ManagedAttribute(description = "One-shot runs in the engine at this moment")
    public int getLiveRuns() {
        return engineStats().map(EngineStats::liveRuns).orElse(0);
    }

    @ManagedAttribute(description = "Sandboxes that wait for a run at this moment")
    public int getSpares() {
        return spares().ready();
    }

    @ManagedAttribute(description = "Runs that found a sandbox with all they need started in it")
    public long getWarmHits() {
        return spares().hits();
    }

    @ManagedAttribute(description = "Runs that found a sandbox in which their interpreter had still to start")
    public long getBareHits() {
        return spares().bareHits();
    }

    @ManagedAttribute(description = "Runs that found no sandbox that waits")
    public long getWarmMisses() {
        return spares().misses();
    }

    @ManagedAttribute(description = "How often a sandbox that waits became ready")
    public long getRefills() {
        return spares().refills();
    }

    @ManagedAttribute(description = "How often one could not be started, or ended before it had a run")
    public long getRefillFailures() {
        return spares().failures();
    }

    @ManagedAttribute(description = "Sandboxes that are still there although their result is")
    public int getReapPending() {
        return reaping().pending();
    }

    @ManagedAttribute(description = "Sandboxes that are gone")
    public long getReaped() {
        return reaping().count();
    }

    @ManagedAttribute(description = "Mean time from a result until its sandbox is gone, in microseconds")
    public long getReapLagMeanMicros() {
        return micros(reaping().mean());
    }

    @ManagedAttribute(description = "Longest time from a result until its sandbox was gone, in microseconds")
    public long getReapLagMaxMicros() {
        return micros(reaping().max());
    }
}
