package io.camelsandbox.sandbox;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.HostedSandbox;
import io.camelsandbox.engine.Receiver;
import io.camelsandbox.engine.SandboxFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The life of one sandbox as one handle knows it: not started → pending → running → terminating → ended. Facts move it
 * forward only; all who wait share what the engine reports. Its stop is {@link SharedStop}.
 */
final class SandboxLife implements Receiver<SandboxFacts> {

    private final Background background;
    private final Supplier<CompletableFuture<HostedSandbox>> creator;
    private final CompletableFuture<SandboxStatus> settled = new CompletableFuture<>();
    private final CompletableFuture<SandboxStatus> ended = new CompletableFuture<>();

    private final KnownState known = new KnownState();

    private CompletableFuture<HostedSandbox> creation;
    private HostedSandbox hosted;
    private boolean watched;
    private boolean cancelled;
    private boolean stoppedHere;

    /** A sandbox that is not started yet; {@code creator} is asked once, and again where that failed. */
    SandboxLife(Background background, Supplier<CompletableFuture<HostedSandbox>> creator) {
        this.background = background;
        this.creator = creator;
    }

    /** A sandbox that is there. */
    SandboxLife(Background background, HostedSandbox found) {
        this(background, () -> CompletableFuture.completedFuture(found));
        hosted = found;
        creation = CompletableFuture.completedFuture(found);
        apply(found.facts(), KnownState.Source.REPORT);
    }

    /** Starts it once; all callers share the start. */
    CompletableFuture<HostedSandbox> start() {
        CompletableFuture<HostedSandbox> begun;
        synchronized (this) {
            if (cancelled) {
                return CompletableFuture.failedFuture(
                        new SandboxNotRunningException("the sandbox was stopped before it was started"));
            }
            if (creation != null) {
                return creation;
            }
            begun = new CompletableFuture<>();
            creation = begun;
        }
        create().whenComplete((found, problem) -> {
            if (problem == null) {
                attach(found);
                begun.complete(found);
            } else {
                synchronized (this) {
                    creation = null;
                }
                begun.completeExceptionally(Background.unwrap(problem));
            }
        });
        return begun;
    }

    /** The sandbox as soon as work can be done in it. */
    CompletableFuture<HostedSandbox> running(Duration timeout) {
        return start().thenCompose(found -> settledWithin(timeout).thenApply(now -> {
            SandboxStatus current = status().orElse(now);
            if (current == SandboxStatus.RUNNING) {
                return found;
            }
            throw new SandboxNotRunningException("sandbox " + found.id() + " is " + current.id() + known.because());
        }));
    }

    /** Waits until it runs, or is past that; fails where it failed or was terminated. */
    CompletableFuture<Void> awaitRunning(Duration timeout) {
        return start().thenCompose(found -> settledWithin(timeout)).thenAccept(now -> {
            SandboxException problem = problemOfEnd(status().orElse(now), OnTermination.RAISE);
            if (problem != null) {
                throw problem;
            }
        });
    }

    /** Waits until it has ended. */
    CompletableFuture<Void> awaitEnd(Duration timeout, OnTermination onTermination) {
        return start().thenCompose(found -> background.within(
                        ended(),
                        timeout,
                        () -> new SandboxTimeoutException(
                                Reason.WAIT_TIMEOUT,
                                "sandbox " + found.id() + " did not end within the time; it goes on")))
                .thenAccept(end -> {
                    SandboxException problem = problemOfEnd(end, onTermination);
                    if (problem != null) {
                        throw problem;
                    }
                });
    }

    /** Completed at the end, whatever that is; failed where it cannot be known. */
    CompletableFuture<SandboxStatus> ended() {
        if (!ended.isDone()) {
            watch();
        }
        return ended;
    }

    /** Asks the engine, unless nothing can change any more. */
    CompletableFuture<SandboxStatus> refresh() {
        CompletableFuture<HostedSandbox> begun;
        synchronized (this) {
            begun = creation;
        }
        Optional<SandboxStatus> end = known.status().filter(SandboxStatus::terminal);
        if (end.isPresent()) {
            return CompletableFuture.completedFuture(end.get());
        }
        if (begun == null) {
            return CompletableFuture.failedFuture(new SandboxNotRunningException("the sandbox was not started"));
        }
        return begun.thenCompose(HostedSandbox::refresh).thenApply(now -> {
            apply(now, KnownState.Source.REPORT);
            return status().orElseThrow();
        });
    }

    @Override
    public void next(SandboxFacts now) {
        apply(now, KnownState.Source.REPORT);
    }

    @Override
    public void complete() {
        // the end was reported before
    }

    @Override
    public void failed(SandboxException cause) {
        SandboxException known = cause;
        synchronized (this) {
            if (stoppedHere && cause instanceof SandboxNotFoundException) {
                known = new SandboxException(
                        Reason.TERMINAL_STATE_UNAVAILABLE,
                        "the sandbox is stopped, but its record is gone: how it ended cannot be known",
                        cause);
            }
        }
        settled.completeExceptionally(known);
        ended.completeExceptionally(known);
    }

    /** What was stopped here did not complete by itself. */
    synchronized void stoppedHere() {
        stoppedHere = true;
    }

    /** It was stopped before it was started, and never will be. True when that is so now. */
    synchronized boolean cancelUnlessStarted() {
        cancelled |= creation == null;
        return cancelled;
    }

    /** A sandbox that was to be stopped is not there: as good as stopped. */
    void goneAfterStop() {
        synchronized (this) {
            stoppedHere = true;
        }
        known.terminated();
        settled.complete(SandboxStatus.TERMINATED);
        ended.complete(SandboxStatus.TERMINATED);
    }

    synchronized Optional<HostedSandbox> hosted() {
        return Optional.ofNullable(hosted);
    }

    Optional<SandboxFacts> facts() {
        look();
        return known.facts();
    }

    Optional<SandboxStatus> status() {
        look();
        return known.status();
    }

    /** What the engine knows without being asked may be newer than what it reported. */
    private void look() {
        hosted().ifPresent(found -> apply(found.facts(), KnownState.Source.MEMORY));
    }

    Optional<Instant> updated() {
        return known.updated();
    }

    /** What the end means for those who wait for it; null when it is no error. */
    private synchronized SandboxException problemOfEnd(SandboxStatus end, OnTermination onTermination) {
        String id = "sandbox " + hosted.id();
        if (end == SandboxStatus.FAILED) {
            return new SandboxFailedException(id + " failed" + known.because());
        }
        boolean terminated = end == SandboxStatus.TERMINATED || end.terminal() && stoppedHere;
        return terminated && onTermination == OnTermination.RAISE
                ? new SandboxTerminatedException(id + " was terminated" + known.because())
                : null;
    }

    /** An engine that fails otherwise than it may has broken its contract. */
    static SandboxException asSandboxException(Throwable problem) {
        return problem instanceof SandboxException known
                ? known
                : new SandboxException(
                        Reason.PROTOCOL_ERROR,
                        "the engine failed: " + problem.getClass().getName(),
                        problem);
    }

    private CompletableFuture<HostedSandbox> create() {
        try {
            return creator.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(asSandboxException(e));
        }
    }

    private void attach(HostedSandbox found) {
        synchronized (this) {
            hosted = found;
        }
        apply(found.facts(), KnownState.Source.REPORT);
        watch();
    }

    /**
     * Has the engine report, once. A sandbox that was found is not watched before somebody waits for it: lists would
     * leave watchers behind that live as long as what they watch.
     */
    private void watch() {
        synchronized (this) {
            if (watched) {
                return;
            }
            watched = true;
        }
        hosted.watch(this);
    }

    private CompletableFuture<SandboxStatus> settledWithin(Duration timeout) {
        if (!settled.isDone()) {
            watch();
        }
        return background.within(
                settled,
                timeout,
                () -> new SandboxTimeoutException(
                        Reason.WAIT_TIMEOUT, "the sandbox did not run within the time; its start goes on"));
    }

    private void apply(SandboxFacts now, KnownState.Source source) {
        Optional<SandboxStatus> next = known.learn(now, source);
        next.filter(status -> status != SandboxStatus.PENDING && status != SandboxStatus.CREATING)
                .ifPresent(settled::complete);
        next.filter(SandboxStatus::terminal).ifPresent(ended::complete);
    }
}
