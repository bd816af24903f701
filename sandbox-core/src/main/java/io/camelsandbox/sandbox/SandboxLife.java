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

    private CompletableFuture<HostedSandbox> creation;
    private HostedSandbox hosted;
    private SandboxFacts facts;
    private SandboxStatus status;
    private Instant updated;
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
        apply(found.facts());
        found.watch(this);
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
            throw new SandboxNotRunningException("sandbox " + found.id() + " is " + current.id() + because());
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
                        ended,
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
        return ended;
    }

    /** Asks the engine, unless nothing can change any more. */
    CompletableFuture<SandboxStatus> refresh() {
        CompletableFuture<HostedSandbox> begun;
        synchronized (this) {
            if (status != null && status.terminal()) {
                return CompletableFuture.completedFuture(status);
            }
            begun = creation;
        }
        if (begun == null) {
            return CompletableFuture.failedFuture(new SandboxNotRunningException("the sandbox was not started"));
        }
        return begun.thenCompose(HostedSandbox::refresh).thenApply(now -> {
            apply(now);
            return status().orElseThrow();
        });
    }

    @Override
    public void next(SandboxFacts now) {
        apply(now);
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
            status = SandboxStatus.TERMINATED;
            updated = Instant.now();
        }
        settled.complete(SandboxStatus.TERMINATED);
        ended.complete(SandboxStatus.TERMINATED);
    }

    synchronized Optional<HostedSandbox> hosted() {
        return Optional.ofNullable(hosted);
    }

    synchronized Optional<SandboxFacts> facts() {
        return Optional.ofNullable(facts);
    }

    synchronized Optional<SandboxStatus> status() {
        return Optional.ofNullable(status);
    }

    synchronized Optional<Instant> updated() {
        return Optional.ofNullable(updated);
    }

    /** What the end means for those who wait for it; null when it is no error. */
    private synchronized SandboxException problemOfEnd(SandboxStatus end, OnTermination onTermination) {
        String id = "sandbox " + hosted.id();
        if (end == SandboxStatus.FAILED) {
            return new SandboxFailedException(id + " failed" + because());
        }
        boolean terminated = end == SandboxStatus.TERMINATED || end.terminal() && stoppedHere;
        return terminated && onTermination == OnTermination.RAISE
                ? new SandboxTerminatedException(id + " was terminated" + because())
                : null;
    }

    private synchronized String because() {
        return facts == null ? "" : facts.reason().map(reason -> ": " + reason).orElse("");
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
        apply(found.facts());
        found.watch(this);
    }

    private CompletableFuture<SandboxStatus> settledWithin(Duration timeout) {
        return background.within(
                settled,
                timeout,
                () -> new SandboxTimeoutException(
                        Reason.WAIT_TIMEOUT, "the sandbox did not run within the time; its start goes on"));
    }

    private void apply(SandboxFacts now) {
        SandboxStatus next = SandboxStatus.of(now);
        // a platform that does not say any more what a sandbox is has cleaned up after it
        SandboxStatus meant = next == SandboxStatus.UNSPECIFIED ? SandboxStatus.COMPLETED : next;
        synchronized (this) {
            updated = Instant.now();
            if (status != null && !mayFollow(status, meant)) {
                return;
            }
            facts = now;
            status = meant;
        }
        if (meant != SandboxStatus.PENDING && meant != SandboxStatus.CREATING) {
            settled.complete(meant);
        }
        if (meant.terminal()) {
            ended.complete(meant);
        }
    }

    /** An end is for good, and what terminates does not run again, whatever a late report says. */
    private static boolean mayFollow(SandboxStatus now, SandboxStatus next) {
        if (now.terminal()) {
            return false;
        }
        return now != SandboxStatus.TERMINATING || next == SandboxStatus.TERMINATING || next.terminal();
    }
}
