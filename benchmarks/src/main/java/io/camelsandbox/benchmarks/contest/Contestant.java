package io.camelsandbox.benchmarks.contest;

import io.camelsandbox.benchmarks.stats.Sample;
import java.time.Duration;

/** One way to run the tiny scripts. */
public interface Contestant extends AutoCloseable {

    /** The name in rows and figures. */
    String name();

    /**
     * Sends requests one at a time, each after an idle pause, and takes the time of each until its output is there and
     * its end is known.
     */
    Sample latencies(TinyScript script, int requests, Duration pause) throws Exception;

    /** How many runs a second come to their end when each of {@code callers} sends its next as soon as one has. */
    double runsPerSecond(TinyScript script, int callers, Duration time) throws Exception;

    @Override
    void close();
}
