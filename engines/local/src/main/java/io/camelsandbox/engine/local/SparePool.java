package io.camelsandbox.engine.local;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The spares of one key, and how many there should be: one for a key that was seen once, as many as the demand calls
 * for when it is seen again, none when nobody asks any more. On the loop's thread.
 */
final class SparePool {

    private static final long IDLE_NANOS = Duration.ofMinutes(2).toNanos();
    private static final long FIRST_BACKOFF_NANOS = Duration.ofMillis(200).toNanos();
    private static final int MOST_DOUBLINGS = 8;

    private final EngineCounters counters;
    private final Demand demand;
    private final ArrayDeque<Spare> usable = new ArrayDeque<>();
    private CompletableFuture<Void> rehearsal = new CompletableFuture<>();
    private int starting;
    private int target;
    private int failures;
    private long requests;
    private long lastRequest = System.nanoTime();
    private long notBefore = System.nanoTime();

    /** A pool of at most {@code most} spares. */
    SparePool(int most, EngineCounters counters) {
        this.counters = counters;
        this.demand = new Demand(most, System.nanoTime());
    }

    /** Takes the one that was rehearsed first; where none is, the one that began first. */
    Optional<Spare> take() {
        long now = System.nanoTime();
        lastRequest = now;
        requests++;
        demand.arrived(now);
        Optional<Spare> spare = next();
        if (spare.isEmpty() && requests > 1) {
            demand.missed(now, target);
        }
        aim(now);
        return spare;
    }

    /** Another in place of one that was taken and is of no use. */
    Optional<Spare> takeInstead() {
        return next();
    }

    private Optional<Spare> next() {
        for (Iterator<Spare> all = usable.iterator(); all.hasNext(); ) {
            Spare spare = all.next();
            if (spare.isRehearsed()) {
                all.remove();
                counters.spareLeft();
                return Optional.of(spare);
            }
        }
        return removeFirst();
    }

    private Optional<Spare> removeFirst() {
        Optional<Spare> first = Optional.ofNullable(usable.poll());
        first.ifPresent(spare -> counters.spareLeft());
        return first;
    }

    private void aim(long now) {
        if (now - lastRequest > IDLE_NANOS) {
            target = 0;
        } else {
            // A key that is seen once may never be seen again: one spare is all it gets.
            target = requests == 1 ? 1 : demand.target(now);
        }
    }

    /** True when another should be started now. */
    boolean wantsMore() {
        return size() < target && System.nanoTime() - notBefore >= 0;
    }

    /** True when seven of eight are missing. */
    boolean isShort() {
        return 8 * usable.size() <= target;
    }

    void starts() {
        starting++;
    }

    void started(Spare spare) {
        starting--;
        failures = 0;
        usable.add(spare);
        counters.spareReady();
    }

    /** A spare has become as warm as it gets, so long after it was begun. */
    void rehearsed(long nanos) {
        demand.refilled(nanos);
        tellThoseWhoWait();
    }

    /** Completes when one is as warm as it gets, or none can be had. */
    CompletableFuture<Void> whenRehearsed() {
        return usable.stream().anyMatch(Spare::isRehearsed) ? CompletableFuture.completedFuture(null) : rehearsal;
    }

    private void tellThoseWhoWait() {
        CompletableFuture<Void> told = rehearsal;
        rehearsal = new CompletableFuture<>();
        told.complete(null);
    }

    /** One is gone that nobody used: the next attempt waits, longer each time. */
    void spoiled(Spare spare) {
        if (usable.remove(spare)) {
            counters.spareLeft();
        } else {
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
        counters.spareFailed();
        notBefore = System.nanoTime() + (FIRST_BACKOFF_NANOS << Math.min(failures, MOST_DOUBLINGS));
        failures++;
        tellThoseWhoWait();
    }

    /** Looks anew how many are needed, and throws away what is more. */
    void settle() {
        aim(System.nanoTime());
        discardSurplus();
    }

    private void discardSurplus() {
        while (usable.size() > target) {
            removeFirst().ifPresent(Spare::discard);
        }
    }

    /** Throws all away. */
    void clear() {
        target = 0;
        tellThoseWhoWait();
        discardSurplus();
    }

    /** True when it holds nothing and nobody asks. */
    boolean isForgettable() {
        return target == 0 && size() == 0;
    }

    /** For how long nobody asked. */
    long idleNanos() {
        return System.nanoTime() - lastRequest;
    }

    int size() {
        return usable.size() + starting;
    }

    /** How many have no interpreter yet. */
    int starting() {
        return starting;
    }

    /** How many have one that is still warming up. */
    int warmingUp() {
        return (int) usable.stream().filter(spare -> !spare.isRehearsed()).count();
    }
}
