package io.camelsandbox.component;

import io.camelsandbox.SandboxCancelledException;
import io.camelsandbox.SandboxCapacityException;
import io.camelsandbox.component.HeldSandbox.Owner;
import io.camelsandbox.component.HeldSandbox.Terms;
import io.camelsandbox.sandbox.OnTermination;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.Sandboxes;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sandboxes that stay, as one component has them: it starts them up to a cap, finds them, and ends its own. */
final class LiveSandboxes implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LiveSandboxes.class);
    private static final Duration ANY_TIME = Duration.ofDays(36_500);
    private static final Duration TO_DIE = Duration.ofSeconds(20);

    private final Sandboxes sandboxes;
    private final int most;
    private final Semaphore places;
    private final ScheduledExecutorService timer;
    private final Map<String, HeldSandbox> held = new ConcurrentHashMap<>();
    private final List<Consumer<Sandbox>> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    /** At most {@code most} at once; {@code timer} belongs to the caller. */
    LiveSandboxes(Sandboxes sandboxes, int most, ScheduledExecutorService timer) {
        this.sandboxes = sandboxes;
        this.most = most;
        this.places = new Semaphore(most);
        this.timer = timer;
    }

    Sandboxes sandboxes() {
        return sandboxes;
    }

    /** How many that were started here have not ended. */
    int count() {
        return held.size();
    }

    /** What is known of those. */
    List<SandboxInfo> held() {
        return held.values().stream()
                .map(HeldSandbox::sandbox)
                .map(SandboxInfo::of)
                .toList();
    }

    /** Starts a sandbox and holds it until it ends. Nobody's sandbox is left: one whose start is cancelled is stopped. */
    CompletableFuture<Sandbox> start(SandboxSpec spec, Optional<String> requestId, Terms terms) {
        var started = new CompletableFuture<Sandbox>();
        if (!places.tryAcquire()) {
            throw new SandboxCapacityException("all " + most + " places for sandboxes are taken: raise maxSandboxes,"
                    + " stop sandboxes when they are done, or give them an idleTimeout");
        }
        CompletableFuture<Sandbox> start;
        try {
            Sandbox sandbox = requestId.isPresent() ? sandboxes.create(spec, requestId.get()) : sandboxes.create(spec);
            start = sandbox.start();
        } catch (RuntimeException e) {
            places.release();
            throw e;
        }
        start.whenComplete((sandbox, problem) -> {
            if (problem != null) {
                places.release();
                started.completeExceptionally(problem);
            } else {
                hold(sandbox, terms, started);
            }
        });
        return started;
    }

    private void hold(Sandbox sandbox, Terms terms, CompletableFuture<Sandbox> started) {
        var mine = new HeldSandbox(sandbox, terms, timer);
        HeldSandbox before = held.putIfAbsent(mine.id(), mine);
        if (before != null) {
            // A repeat of a request gives the same sandbox, which has its place.
            places.release();
            started.complete(before.sandbox());
            return;
        }
        sandbox.waitUntilComplete(ANY_TIME, OnTermination.RETURN).whenComplete((end, problem) -> {
            held.remove(mine.id());
            mine.end();
            places.release();
        });
        if (closed || !started.complete(sandbox)) {
            started.completeExceptionally(
                    new SandboxCancelledException("the component is stopping and the sandbox is stopped again", null));
            stopAll(List.of(mine));
            return;
        }
        mine.waitForUse();
        listeners.forEach(listener -> listener.accept(sandbox));
    }

    /** Does something with a sandbox, which is not idle until that has ended. */
    <T> CompletableFuture<T> use(String id, Function<Sandbox, CompletableFuture<T>> operation) {
        HeldSandbox mine = held.get(id);
        if (mine == null) {
            return Chain.of(sandboxes.fromId(id), operation);
        }
        mine.enter();
        try {
            CompletableFuture<T> call = operation.apply(mine.sandbox());
            call.whenComplete((result, problem) -> mine.leave());
            return call;
        } catch (RuntimeException | Error e) {
            mine.leave();
            throw e;
        }
    }

    /** Keeps a sandbox from being idle until what it gives is run; more than once is once. */
    Runnable keepBusy(String id) {
        HeldSandbox mine = held.get(id);
        if (mine == null) {
            return () -> {};
        }
        mine.enter();
        var busy = new AtomicBoolean(true);
        return () -> {
            if (busy.compareAndSet(true, false)) {
                mine.leave();
            }
        };
    }

    /** Tells {@code listener} of each sandbox that is started from now on; it must not block. */
    void addListener(Consumer<Sandbox> listener) {
        listeners.add(listener);
    }

    void removeListener(Consumer<Sandbox> listener) {
        listeners.remove(listener);
    }

    /** Stops those that end with a route, and waits for it. */
    void stopOf(String route) {
        stopAndWait(terms -> terms.route().filter(route::equals).isPresent());
    }

    /** Stops those that end with a route or the context, and waits for it. */
    @Override
    public void close() {
        closed = true;
        stopAndWait(terms -> terms.owner() != Owner.NOTHING);
        sandboxes.close();
    }

    private void stopAndWait(Predicate<Terms> whose) {
        List<HeldSandbox> all =
                held.values().stream().filter(one -> whose.test(one.terms())).toList();
        Duration longest = all.stream()
                .map(one -> one.terms().grace())
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        try {
            stopAll(all).get(longest.plus(TO_DIE).toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("Not all of {} sandboxes were stopped cleanly", all.size(), e);
        }
    }

    private static CompletableFuture<Void> stopAll(Collection<HeldSandbox> all) {
        return CompletableFuture.allOf(all.stream().map(HeldSandbox::stop).toArray(CompletableFuture[]::new));
    }
}
