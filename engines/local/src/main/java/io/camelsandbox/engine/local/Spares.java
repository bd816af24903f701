package io.camelsandbox.engine.local;

import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.WarmStart;
import io.camelsandbox.engine.local.wire.IoLoop;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sandboxes started early, each used once. New ones are started after a run and not during it, a few at a time: on a
 * small machine a start beside a run doubles the run's time. On the loop's thread.
 */
final class Spares {

    private static final Logger LOG = LoggerFactory.getLogger(Spares.class);

    /** Of one key. */
    private static final int MOST_OF_A_KEY = 8;
    /** Keys that are known at once. */
    private static final int MOST_KEYS = 64;
    /** What a spare is taken to cost, in MiB, with an interpreter and without. */
    private static final int BOOTED_MIB = 16;

    private static final int BARE_MIB = 2;
    private static final int BUDGET_MIB = 256;
    private static final int MOST_STARTING = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    private static final Duration AFTER_A_RUN = Duration.ofMillis(2);
    private static final Duration TICK = Duration.ofSeconds(1);

    private final WarmStart mode;
    private final Sandboxes sandboxes;
    private final Preparation preparation;
    private final IoLoop loop;
    private final Executor background;
    private final Map<SpareKey, SparePool> pools = new HashMap<>();
    private boolean ticking;
    private boolean refillComes;
    private boolean closed;

    /**
     * Keeps spares.
     *
     * @param mode       which
     * @param background prepares them; may read and write small files
     */
    Spares(WarmStart mode, Sandboxes sandboxes, Preparation preparation, IoLoop loop, Executor background) {
        this.mode = mode;
        this.sandboxes = sandboxes;
        this.preparation = preparation;
        this.loop = loop;
        this.background = background;
    }

    /** Gives a sandbox with the interpreter of the key, or else one without; empty when there is none. */
    Optional<LiveSandbox> take(SpareKey key) {
        if (closed || !key.mayWait()) {
            return Optional.empty();
        }
        if (mode == WarmStart.BARE) {
            return takeExactly(key.withoutBoot());
        }
        Optional<LiveSandbox> sandbox = takeExactly(key);
        if (sandbox.isEmpty() && key.boot().isPresent()) {
            sandbox = takeExactly(key.withoutBoot());
        }
        return sandbox;
    }

    private Optional<LiveSandbox> takeExactly(SpareKey key) {
        SparePool pool = pools.get(key);
        if (pool == null) {
            if (pools.size() >= MOST_KEYS) {
                forgetLeastAsked();
            }
            pool = new SparePool(MOST_OF_A_KEY);
            pools.put(key, pool);
            tickLater();
        }
        for (Optional<Spare> spare = pool.take(); spare.isPresent(); spare = pool.take()) {
            spare.get().leave();
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
        if (!refillComes && !closed) {
            refillComes = true;
            loop.schedule(AFTER_A_RUN, () -> {
                refillComes = false;
                refill();
            });
        }
    }

    /** Throws all away, and starts no more. */
    void close() {
        closed = true;
        pools.values().forEach(SparePool::clear);
    }

    private void refill() {
        for (Map.Entry<SpareKey, SparePool> entry : pools.entrySet()) {
            while (!closed && entry.getValue().wantsMore() && mayStart(entry.getKey())) {
                start(entry.getKey(), entry.getValue());
            }
        }
    }

    private boolean mayStart(SpareKey key) {
        long starting = pools.values().stream().filter(SparePool::isStarting).count();
        int used = pools.entrySet().stream()
                .mapToInt(entry -> entry.getValue().size() * cost(entry.getKey()))
                .sum();
        return starting < MOST_STARTING && used + cost(key) <= BUDGET_MIB;
    }

    private static int cost(SpareKey key) {
        return key.boot().isPresent() ? BOOTED_MIB : BARE_MIB;
    }

    private void start(SpareKey key, SparePool pool) {
        pool.starts();
        background.execute(() -> {
            try {
                LiveSandbox sandbox = sandboxes.prepare(key.plan(), () -> {});
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
                } else {
                    refill();
                }
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
