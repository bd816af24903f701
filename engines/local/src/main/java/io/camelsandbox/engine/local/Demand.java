package io.camelsandbox.engine.local;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * How many spares of one key the demand calls for: as many executions as came, at the worst moment of the last seconds,
 * within half a second, or within the time that one spare takes to be replaced where that is more. So a burst like the
 * last finds them all, and what it took is replaced when it is over.
 */
final class Demand {

    private static final long SLOT_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int SLOTS = 10;
    /** Until one was replaced. */
    private static final long FIRST_REFILL_NANOS = Duration.ofMillis(50).toNanos();

    private static final long BURST_NANOS = Duration.ofMillis(500).toNanos();
    /** Of the last refill's time in the average. */
    private static final double WEIGHT = 0.2;
    /** A key that is asked for again has one more than the demand calls for: the next moment may be a worse one. */
    private static final int RESERVE = 1;

    private final int most;
    private final long began;
    private final ArrayDeque<Long> arrivals = new ArrayDeque<>();
    private final int[] peaks = new int[SLOTS];
    private long slot;
    private double refillNanos = FIRST_REFILL_NANOS;

    /** A demand that calls for at most {@code most}, and begins now. All times are of {@link System#nanoTime()}. */
    Demand(int most, long now) {
        this.most = most;
        this.began = now;
    }

    /** An execution came. */
    void arrived(long now) {
        turnTo(now);
        arrivals.addLast(now);
        while (arrivals.size() > most || now - arrivals.peekFirst() > Math.max(refillNanos, BURST_NANOS)) {
            arrivals.removeFirst();
        }
        note(arrivals.size());
    }

    /** An execution found nothing although there were to be so many. */
    void missed(long now, int target) {
        turnTo(now);
        note(target + 1);
    }

    /** A spare that was missing is there again after so long. */
    void refilled(long nanos) {
        refillNanos += WEIGHT * (nanos - refillNanos);
    }

    /** How many there should be. */
    int target(long now) {
        turnTo(now);
        return Math.min(most, Arrays.stream(peaks).max().orElse(0) + RESERVE);
    }

    private void note(int peak) {
        int index = (int) (slot % SLOTS);
        peaks[index] = Math.max(peaks[index], peak);
    }

    private void turnTo(long now) {
        long next = (now - began) / SLOT_NANOS;
        for (long passed = Math.max(slot + 1, next - SLOTS + 1); passed <= next; passed++) {
            peaks[(int) (passed % SLOTS)] = 0;
        }
        slot = Math.max(slot, next);
    }
}
