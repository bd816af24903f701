package io.camelsandbox.sandbox;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.sandbox.spec.SandboxDefaults;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * Sandboxes that belong together: they share defaults, and closing the session stops all of them. A session that is open
 * when the JVM ends in order is closed then. Safe for any number of threads.
 */
public final class SandboxSession implements AutoCloseable {

    private final Sandboxes sandboxes;
    private final SandboxDefaults defaults;
    private final Consumer<SandboxSession> whenClosed;
    private final Set<Sandbox> held = new LinkedHashSet<>();
    private CompletableFuture<Void> closing;

    SandboxSession(Sandboxes sandboxes, SandboxDefaults defaults, Consumer<SandboxSession> whenClosed) {
        this.sandboxes = sandboxes;
        this.defaults = defaults;
        this.whenClosed = whenClosed;
    }

    /** What its specs take where they say nothing. */
    public SandboxDefaults defaults() {
        return defaults;
    }

    /**
     * A sandbox of this session that is not started yet.
     *
     * @throws SandboxException as {@link Sandboxes#check}, and when the session is closed
     */
    public Sandbox create(SandboxSpec spec) {
        requireOpen();
        return hold(sandboxes.create(spec, defaults, RequestIds.next()));
    }

    /** A sandbox of this session that is accepted, which is before it runs. */
    public CompletableFuture<Sandbox> run(SandboxSpec spec) {
        return create(spec).start();
    }

    /** Takes a sandbox in: closing the session stops it too. Once is enough. Fails before it was started. */
    public Sandbox adopt(Sandbox sandbox) {
        if (sandbox.id().isEmpty()) {
            throw new SandboxRefusedException("only a sandbox that was started can be adopted");
        }
        return hold(sandbox);
    }

    /** Finds a sandbox and takes it in. */
    public CompletableFuture<Sandbox> fromId(String id) {
        requireOpen();
        return sandboxes.fromId(id, defaults).thenApply(this::hold);
    }

    /** Lists sandboxes that have all tags of the session's defaults too; leaves them as they are. */
    public CompletableFuture<List<Sandbox>> list(SandboxFilter filter) {
        requireOpen();
        SandboxFilter own = new SandboxFilter(
                union(filter.tags(), defaults.spec().tags()),
                filter.status(),
                filter.ended(),
                filter.runnerIds(),
                filter.volumeIds());
        return sandboxes.list(own);
    }

    /** {@link #list}, and takes in what it finds. */
    public CompletableFuture<List<Sandbox>> listAndAdopt(SandboxFilter filter) {
        return list(filter).thenApply(found -> {
            found.forEach(this::hold);
            return found;
        });
    }

    /** A Python function that each call runs in a sandbox of its own, made from {@code spec} and these defaults. */
    public SandboxFunction function(SandboxSpec spec, PythonFunction function) {
        requireOpen();
        return new SandboxFunction(this, spec, function);
    }

    /** How many sandboxes it holds. */
    public synchronized int sandboxCount() {
        return held.size();
    }

    /** Stops all it holds and takes no more. Completed when all have ended; fails, when all were tried, with the first
     * error, the others as suppressed. Repeats share one end. */
    public CompletableFuture<Void> closeAsync() {
        CompletableFuture<Void> end;
        List<Sandbox> all;
        synchronized (this) {
            if (closing != null) {
                return closing;
            }
            closing = new CompletableFuture<>();
            end = closing;
            all = List.copyOf(held);
        }
        List<CompletableFuture<Void>> stops = new ArrayList<>();
        all.forEach(sandbox -> stops.add(sandbox.stop(StopOptions.DEFAULT.missingOk())));
        Waiting.all(null, stops).whenComplete((outcome, problem) -> {
            whenClosed.accept(this);
            SandboxException failed = combined(stops);
            if (failed == null) {
                end.complete(null);
            } else {
                end.completeExceptionally(failed);
            }
        });
        return end;
    }

    /** {@link #closeAsync()}, and waits for it. */
    @Override
    public void close() {
        try {
            closeAsync().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw (SandboxException) e.getCause();
        }
    }

    private Sandbox hold(Sandbox sandbox) {
        synchronized (this) {
            if (closing != null) {
                throw closed();
            }
            if (!held.add(sandbox)) {
                return sandbox;
            }
        }
        sandbox.core().whenStopped(this::release);
        return sandbox;
    }

    private synchronized void release(Sandbox sandbox) {
        held.remove(sandbox);
    }

    private synchronized void requireOpen() {
        if (closing != null) {
            throw closed();
        }
    }

    private static SandboxException closed() {
        return new SandboxException(Reason.INVALID_REQUEST, "the session is closed");
    }

    private static SandboxException combined(List<CompletableFuture<Void>> stops) {
        List<Throwable> problems = stops.stream()
                .filter(CompletableFuture::isCompletedExceptionally)
                .map(stop -> stop.handle((done, problem) -> Background.unwrap(problem))
                        .join())
                .toList();
        if (problems.isEmpty()) {
            return null;
        }
        SandboxException first = SandboxLife.asSandboxException(problems.get(0));
        var combined = new SandboxException(
                first.reason(), problems.size() + " of " + stops.size() + " sandboxes were not stopped cleanly", first);
        problems.stream().skip(1).forEach(combined::addSuppressed);
        return combined;
    }

    private static Set<String> union(Set<String> tags, List<String> more) {
        var all = new LinkedHashSet<>(tags);
        all.addAll(more);
        return all;
    }
}
