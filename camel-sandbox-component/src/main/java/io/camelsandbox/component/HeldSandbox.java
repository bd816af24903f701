package io.camelsandbox.component;

import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.StopOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A sandbox that this component has started, until it ends. It is stopped when nothing was done with it for a time. */
final class HeldSandbox {

    /** Who ends a sandbox. */
    enum Owner {
        ROUTE,
        CONTEXT,
        NOTHING
    }

    /**
     * How a sandbox is held.
     *
     * @param owner       what it ends with
     * @param route       the route that it ends with; empty unless that is its owner
     * @param idleTimeout how long it may go without an operation; empty for any time
     * @param grace       how long its main process has when it is stopped
     */
    record Terms(Owner owner, Optional<String> route, Optional<Duration> idleTimeout, Duration grace) {}

    private static final Logger LOG = LoggerFactory.getLogger(HeldSandbox.class);

    private final Sandbox sandbox;
    private final String id;
    private final Terms terms;
    private final ScheduledExecutorService timer;
    private int users;
    private boolean ended;
    private ScheduledFuture<?> idle;

    HeldSandbox(Sandbox sandbox, Terms terms, ScheduledExecutorService timer) {
        this.sandbox = sandbox;
        this.id = sandbox.id().orElseThrow();
        this.terms = terms;
        this.timer = timer;
    }

    Sandbox sandbox() {
        return sandbox;
    }

    String id() {
        return id;
    }

    Terms terms() {
        return terms;
    }

    /** An operation begins. */
    synchronized void enter() {
        users++;
        cancelIdle();
    }

    /** An operation has ended. */
    synchronized void leave() {
        users--;
        waitForUse();
    }

    /** Begins to wait for an operation, where none runs. */
    synchronized void waitForUse() {
        if (users == 0 && !ended && idle == null && !timer.isShutdown()) {
            terms.idleTimeout()
                    .ifPresent(time -> idle = timer.schedule(this::stopIdle, time.toMillis(), TimeUnit.MILLISECONDS));
        }
    }

    /** It has ended. */
    synchronized void end() {
        ended = true;
        cancelIdle();
    }

    CompletableFuture<Void> stop() {
        return sandbox.stop(StopOptions.DEFAULT.withGrace(terms.grace()).missingOk());
    }

    private void stopIdle() {
        synchronized (this) {
            idle = null;
            if (users > 0 || ended) {
                return;
            }
        }
        LOG.info("Sandbox {} was idle for its time and is stopped", id);
        stop().whenComplete((done, problem) -> {
            if (problem != null) {
                LOG.warn("Sandbox {}, which was idle, was not stopped", id, problem);
            }
        });
    }

    private void cancelIdle() {
        if (idle != null) {
            idle.cancel(false);
            idle = null;
        }
    }
}
