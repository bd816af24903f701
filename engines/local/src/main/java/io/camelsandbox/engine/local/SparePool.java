package io.camelsandbox.engine.local;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;

/**
 * The spares of one key, and how many there should be: more when executions found none, or found one that was hardly
 * ready; fewer when some were never needed for a while; none when nobody asks any more. On the loop's thread.
 */
final class SparePool {

    private static final long FRESH_NANOS = Duration.ofMillis(40).toNanos();
    private static final long SURPLUS_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long IDLE_NANOS = Duration.ofMinutes(2).toNanos();
    private static final long FIRST_BACKOFF_NANOS = Duration.ofMillis(200).toNanos();
    private static final int MOST_DOUBLINGS = 8;

    private final int most;
    private final ArrayDeque<Spare> usable = new ArrayDeque<>();
    private int starting;
    private int target;
    private int failures;
    private long requests;
    private long lastRequest = System.nanoTime();
    private long notBefore = System.nanoTime();
    private long windowBegan = System.nanoTime();
    private int leastUsable = Integer.MAX_VALUE;

    /** A pool of at most {@code most} spares. */
    SparePool(int most) {
        this.most = most;
    }

    /** Takes the spare that had most time to get ready. */
    Optional<Spare> take() {
        lastRequest = System.nanoTime();
        requests++;
        Spare spare = usable.poll();
        leastUsable = Math.min(leastUsable, usable.size());
        // A key that is seen once may never be seen again: one spare is all it gets.
        if (requests == 1) {
            target = 1;
        } else if (spare == null || usable.isEmpty() || spare.age() < FRESH_NANOS) {
            target = Math.min(most, Math.max(2, target + 1));
        }
        return Optional.ofNullable(spare);
    }

    /** True when another should be started now. */
    boolean wantsMore() {
        return usable.size() + starting < target && System.nanoTime() - notBefore >= 0;
    }

    void starts() {
        starting++;
    }

    void started(Spare spare) {
        starting--;
        failures = 0;
        usable.add(spare);
    }

    /** One is gone that nobody used: the next attempt waits, longer each time. */
    void spoiled(Spare spare) {
        if (!usable.remove(spare)) {
            starting--;
        }
        failed();
    }

    /** One could not even be started. */
    void notStarted() {
        starting--;
        failed();
    }

    private void failed() {
        notBefore = System.nanoTime() + (FIRST_BACKOFF_NANOS << Math.min(failures, MOST_DOUBLINGS));
        failures++;
    }

    /** Lowers the target where it is more than is needed, and throws away what is above it. */
    void settle() {
        long now = System.nanoTime();
        if (now - lastRequest > IDLE_NANOS) {
            target = 0;
        } else if (now - windowBegan > SURPLUS_NANOS) {
            boolean surplus = leastUsable > 1 && leastUsable != Integer.MAX_VALUE;
            target = surplus ? target - 1 : target;
            leastUsable = Integer.MAX_VALUE;
            windowBegan = now;
        }
        while (usable.size() > target) {
            usable.poll().discard();
        }
    }

    /** Throws all away. */
    void clear() {
        target = 0;
        settle();
    }

    /** True when it holds nothing and nobody asks. */
    boolean isForgettable() {
        return target == 0 && usable.isEmpty() && starting == 0 && System.nanoTime() - lastRequest > IDLE_NANOS;
    }

    /** For how long nobody asked. */
    long idleNanos() {
        return System.nanoTime() - lastRequest;
    }

    int size() {
        return usable.size() + starting;
    }

    boolean isStarting() {
        return starting > 0;
    }
}
