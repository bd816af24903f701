package io.camelsandbox.component;

import io.camelsandbox.SandboxCancelledException;
import io.camelsandbox.SandboxCapacityException;
import io.camelsandbox.TimeSpan;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lets a bounded number of runs in, keeps a bounded number waiting in their order, and no thread waits with them. What
 * is not let in fails with a {@link SandboxCapacityException}, never with anything that looks like a run's own timeout.
 */
final class RunGate {

    /** A place that was given; given back once, however often it is closed. */
    final class Permit implements AutoCloseable {

        private final AtomicBoolean held = new AtomicBoolean(true);

        @Override
        public void close() {
            if (held.compareAndSet(true, false)) {
                release();
            }
        }
    }

    private record Waiter(CompletableFuture<Permit> admitted, ScheduledFuture<?> deadline) {}

    private final int maxConcurrent;
    private final int maxQueued;
    private final Duration queueTimeout;
    private final ScheduledExecutorService timer;
    private final Deque<Waiter> waiting = new ArrayDeque<>();
    private int running;
    private boolean closed;

    /** A gate that uses {@code timer}, which belongs to the caller, to end waits. */
    RunGate(int maxConcurrent, int maxQueued, Duration queueTimeout, ScheduledExecutorService timer) {
        this.maxConcurrent = maxConcurrent;
        this.maxQueued = maxQueued;
        this.queueTimeout = queueTimeout;
        this.timer = timer;
    }

    /**
     * Asks to be let in. The future is complete where there is a place, and otherwise completes when there is one;
     * cancelling it leaves the queue.
     */
    CompletableFuture<Permit> enter() {
        var admitted = new CompletableFuture<Permit>();
        synchronized (this) {
            if (closed) {
                return CompletableFuture.failedFuture(stopped());
            }
            if (running < maxConcurrent) {
                running++;
                admitted.complete(new Permit());
                return admitted;
            }
            if (waiting.size() >= maxQueued) {
                return CompletableFuture.failedFuture(new SandboxCapacityException("all " + maxConcurrent
                        + " places for runs are taken and " + maxQueued
                        + " runs are waiting: raise maxConcurrent or maxQueued, or send less at once"));
            }
            var deadline = timer.schedule(
                    () -> admitted.completeExceptionally(waitedTooLong()),
                    queueTimeout.toMillis(),
                    TimeUnit.MILLISECONDS);
            waiting.add(new Waiter(admitted, deadline));
        }
        // Whoever gives up leaves the queue; who was let in has been taken out of it already.
        admitted.whenComplete((permit, failure) -> {
            if (failure != null) {
                leave(admitted);
            }
        });
        return admitted;
    }

    /** How many are in. */
    synchronized int running() {
        return running;
    }

    /** How many wait. */
    synchronized int queued() {
        return waiting.size();
    }

    /** Lets nobody in any more; those that wait fail as cancelled. */
    void close() {
        List<Waiter> left;
        synchronized (this) {
            closed = true;
            left = new ArrayList<>(waiting);
        }
        left.forEach(waiter -> waiter.admitted.completeExceptionally(stopped()));
    }

    private void release() {
        while (true) {
            Waiter next;
            synchronized (this) {
                next = waiting.poll();
                if (next == null) {
                    running--;
                    return;
                }
            }
            next.deadline.cancel(false);
            // False when it gave up at this moment: then the place is for the one behind it.
            if (next.admitted.complete(new Permit())) {
                return;
            }
        }
    }

    private synchronized void leave(CompletableFuture<Permit> admitted) {
        waiting.removeIf(waiter -> {
            boolean itself = waiter.admitted == admitted;
            if (itself) {
                waiter.deadline.cancel(false);
            }
            return itself;
        });
    }

    private SandboxCapacityException waitedTooLong() {
        return new SandboxCapacityException("all " + maxConcurrent + " places for runs were taken for "
                + TimeSpan.format(queueTimeout)
                + ", and this run did not begin: raise maxConcurrent or queueTimeout, or send less at once");
    }

    private static SandboxCancelledException stopped() {
        return new SandboxCancelledException("the component is stopping and this run did not begin", null);
    }
}
