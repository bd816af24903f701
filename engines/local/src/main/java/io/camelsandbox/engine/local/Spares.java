package io.camelsandbox.engine.local;

import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.WarmStart;
import io.camelsandbox.engine.local.cgroup.Group;
import io.camelsandbox.engine.local.wire.IoLoop;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sandboxes started early, each used once. What is missing is started when no run has been for a while, a few at a
 * time: on a small machine a start beside a run doubles the run's time. Only a pool that runs short does not wait for
 * that. On the loop's thread.
 */
final class Spares {

    private static final Logger LOG = LoggerFactory.getLogger(Spares.class);

    /** Keys that are known at once. */
    private static final int MOST_KEYS = 64;

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    /** The making of a sandbox is the kernel's work, and locks what runs beside it. */
    private static final int MOST_STARTING = Math.max(1, PROCESSORS / 2);
    /** After a run: the next one may come at once, and is not to meet a start beside it. */
    private static final Duration REFILL_PAUSE = Duration.ofMillis(2);
    /** With no run for so long, a burst is taken to be over. */
    private static final Duration QUIET = Duration.ofMillis(60);
    /** When an interpreter is taken to be as warm as it gets where it cannot say so. */
    private static final Duration REHEARSAL = Duration.ofMillis(50);

    private static final Duration TICK = Duration.ofSeconds(1);

    private final SpareLimits limits;
    private final EngineCounters counters;
    private final Sandboxes sandboxes;
    private final Preparation preparation;
    private final IoLoop loop;
    private final Executor background;
    private final Map<SpareKey, SparePool> pools = new HashMap<>();
    private int live;
    private long lastRunEnded = System.nanoTime();
    private boolean quietComes;
    private boolean ticking;
    private boolean refillComes;
    private boolean closed;

    /**
     * Keeps spares.
     *
     * @param limits     which, and how many
     * @param background prepares them; may read and write small files
     */
    Spares(
            SpareLimits limits,
            EngineCounters counters,
            Sandboxes sandboxes,
            Preparation preparation,
            IoLoop loop,
            Executor background) {
        this.limits = limits;
        this.counters = counters;
        this.sandboxes = sandboxes;
        this.preparation = preparation;
        this.loop = loop;
        this.background = background;
    }

    /** Gives a sandbox with the interpreter of the key, or else one without; empty when there is none. */
    Optional<LiveSandbox> take(SpareKey key) {
        live++;
        Optional<LiveSandbox> exact = Optional.empty();
        Optional<LiveSandbox> bare = Optional.empty();
        if (!closed && key.mayWait()) {
            boolean whole = limits.warm() == WarmStart.AUTO || key.boot().isEmpty();
            exact = whole ? takeExactly(key) : Optional.empty();
            bare = exact.isEmpty() && key.boot().isPresent() ? takeExactly(key.withoutBoot()) : Optional.empty();
        }
        if (exact.isPresent()) {
            counters.hit();
            return exact;
        }
        if (bare.isPresent()) {
            counters.bareHit();
        } else {
            counters.miss();
        }
        return bare;
    }

    /** Has one ready before the first execution asks for it; completes as soon as it is, or cannot be. */
    CompletableFuture<Void> prefill(SpareKey key) {
        if (closed || !key.mayWait()) {
            return CompletableFuture.completedFuture(null);
        }
        SparePool pool = poolOf(key);
        CompletableFuture<Void> ready = pool.whenRehearsed();
        if (pool.starting() + pool.warmingUp() == 0 && !ready.isDone()) {
            start(key, pool);
        }
        return ready;
    }

    private SparePool poolOf(SpareKey key) {
        SparePool pool = pools.get(key);
        if (pool == null) {
            if (pools.size() >= MOST_KEYS) {
                forgetLeastAsked();
            }
            pool = new SparePool(limits.count(), counters);
            pools.put(key, pool);
            tickLater();
        }
        return pool;
    }

    private Optional<LiveSandbox> takeExactly(SpareKey key) {
        SparePool pool = poolOf(key);
        for (Optional<Spare> spare = pool.take(); spare.isPresent(); spare = pool.takeInstead()) {
            spare.get().leave();
            spare.get().sandbox().group().ifPresent(Group::takeFullShare);
            if (!spare.get().sandbox().isOver()) {
                return Optional.of(spare.get().sandbox());
            }
        }
        return Optional.empty();
    }

    /** Messages can make keys: whoever makes many of them must not keep others from having theirs. */
    private void forgetLeastAsked() {
        SpareKey key = Collections.min(
                pools.keySet(), Comparator.comparingLong(one -> -pools.get(one).idleNanos()));
        pools.remove(key).clear();
    }

    /** A run has ended: this is the time to start what is missing. */
    void runEnded() {
        live--;
        lastRunEnded = System.nanoTime();
        awaitQuiet(QUIET);
        if (!refillComes && !closed) {
            refillComes = true;
            loop.schedule(REFILL_PAUSE, () -> {
                refillComes = false;
                refill();
            });
        }
    }

    private void awaitQuiet(Duration pause) {
        if (quietComes || closed) {
            return;
        }
        quietComes = true;
        loop.schedule(pause, () -> {
            quietComes = false;
            Duration quiet = Duration.ofNanos(System.nanoTime() - lastRunEnded);
            if (quiet.compareTo(QUIET) < 0) {
                awaitQuiet(QUIET.minus(quiet));
            } else {
                refill();
            }
        });
    }

    /** Throws all away, and starts no more. */
    void close() {
        closed = true;
        pools.values().forEach(SparePool::clear);
    }

    private void refill() {
        for (Map.Entry<SpareKey, SparePool> entry : pools.entrySet()) {
            while (!closed && entry.getValue().wantsMore() && isTime(entry.getValue()) && mayStart(entry.getKey())) {
                start(entry.getKey(), entry.getValue());
            }
        }
    }

    /** As long as enough are left, those that are missing can wait for the end of a burst. */
    private boolean isTime(SparePool pool) {
        boolean quiet = live == 0 && System.nanoTime() - lastRunEnded >= QUIET.toNanos();
        return quiet || pool.isShort();
    }

    private boolean mayStart(SpareKey key) {
        int starting = pools.values().stream().mapToInt(SparePool::starting).sum();
        int warmingUp = pools.values().stream().mapToInt(SparePool::warmingUp).sum();
        long used = pools.entrySet().stream()
                .mapToLong(entry -> entry.getValue().size() * SpareLimits.cost(entry.getKey()))
                .sum();
        return starting < MOST_STARTING
                && starting + warmingUp < Math.max(2, PROCESSORS)
                && used + SpareLimits.cost(key) <= limits.memory();
    }

    private void start(SpareKey key, SparePool pool) {
        pool.starts();
        background.execute(() -> {
            try {
                LiveSandbox sandbox = sandboxes.prepare(key.plan(), () -> {});
                sandbox.group().ifPresent(Group::giveWay);
                loop.execute(() -> begin(key, pool, sandbox));
            } catch (SandboxException e) {
                LOG.debug("No spare can be made: {}", e.getMessage());
                loop.execute(pool::notStarted);
            }
        });
    }

    private void begin(SpareKey key, SparePool pool, LiveSandbox sandbox) {
        new Spare(key, sandbox, preparation, new Spare.Keeper() {
            @Override
            public void usable(Spare spare) {
                pool.started(spare);
                if (closed || pools.get(key) != pool) {
                    pool.clear();
                } else if (!spare.isRehearsed()) {
                    loop.schedule(REHEARSAL, spare::becomeRehearsed);
                    refill();
                }
            }

            @Override
            public void rehearsed(Spare spare) {
                pool.rehearsed(spare.age());
                background.execute(() -> spare.sandbox().group().ifPresent(Group::takeFullShare));
                refill();
            }

            @Override
            public void spoiled(Spare spare, String why) {
                LOG.debug("A spare is spoiled: {}", why);
                pool.spoiled(spare);
            }
        });
        sandboxes.start(sandbox);
    }

    private void tickLater() {
        if (!ticking) {
            ticking = true;
            loop.schedule(TICK, this::tick);
        }
    }

    private void tick() {
        ticking = false;
        for (Iterator<SparePool> all = pools.values().iterator(); all.hasNext(); ) {
            SparePool pool = all.next();
            pool.settle();
            if (pool.isForgettable()) {
                all.remove();
            }
        }
        if (!pools.isEmpty() && !closed) {
            refill();
            tickLater();
        }
    }
}
