package io.camelsandbox.sandbox;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.HostedSandbox;
import io.camelsandbox.engine.HostedTransfer;
import io.camelsandbox.engine.LogEntry;
import io.camelsandbox.engine.LogOrder;
import io.camelsandbox.engine.Receiver;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A log transfer that outlives interruptions: what broke off is resumed at its last byte, what cannot be resumed is
 * opened anew, a few times without progress and with growing pauses.
 */
final class LogFollower implements HostedTransfer {

    private static final int ATTEMPTS = 3;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);

    private final HostedSandbox sandbox;
    private final LogOrder order;
    private final Receiver<LogEntry> receiver;
    private final Background background;

    private HostedTransfer transfer;
    private LogEntry last;
    private long untaken;
    private int attempts;
    private boolean cancelled;

    private LogFollower(HostedSandbox sandbox, LogOrder order, Receiver<LogEntry> receiver, Background background) {
        this.sandbox = sandbox;
        this.order = order;
        this.receiver = receiver;
        this.background = background;
    }

    static HostedTransfer open(
            HostedSandbox sandbox, LogOrder order, Receiver<LogEntry> receiver, Background background) {
        if (!order.follow()) {
            return sandbox.logs(order, receiver);
        }
        var follower = new LogFollower(sandbox, order, receiver, background);
        follower.open(order);
        return follower;
    }

    @Override
    public void taken(long bytes) {
        HostedTransfer current;
        synchronized (this) {
            current = transfer;
            if (current == null) {
                untaken += bytes;
                return;
            }
        }
        current.taken(bytes);
    }

    @Override
    public void cancel() {
        HostedTransfer current;
        synchronized (this) {
            cancelled = true;
            current = transfer;
        }
        if (current != null) {
            current.cancel();
        }
    }

    private void open(LogOrder next) {
        HostedTransfer opened = sandbox.logs(next, new Attempt());
        long credit;
        boolean over;
        synchronized (this) {
            transfer = opened;
            credit = untaken;
            untaken = 0;
            over = cancelled;
        }
        if (credit > 0) {
            opened.taken(credit);
        }
        if (over) {
            opened.cancel();
        }
    }

    private void retry(SandboxException cause) {
        Duration pause;
        LogOrder next;
        synchronized (this) {
            transfer = null;
            untaken = 0;
            if (cancelled || attempts >= ATTEMPTS) {
                next = null;
                pause = null;
            } else {
                next = next(cause.reason());
                pause = FIRST_PAUSE.multipliedBy(1L << attempts);
                attempts++;
            }
        }
        if (next == null) {
            receiver.failed(cause);
        } else {
            background.after(pause, () -> open(next));
        }
    }

    private LogOrder next(Reason reason) {
        return switch (reason) {
            case STREAM_INTERRUPTED, BACKEND_UNAVAILABLE ->
                last == null ? order : resumed(new LogOrder.Resume(last.sessionId(), last.nextOffset()));
            // what cannot be resumed is followed anew, from here on: nothing twice
            case SESSION_NOT_FOUND, REPLAY_GAP, RUNNER_UNAVAILABLE, RUNNER_DRAINING -> last == null ? order : anew();
            default -> null;
        };
    }

    private LogOrder resumed(LogOrder.Resume resume) {
        return new LogOrder(true, OptionalInt.empty(), Optional.empty(), false, Optional.of(resume), order.container());
    }

    private LogOrder anew() {
        return new LogOrder(
                true, OptionalInt.of(0), Optional.empty(), order.timestamps(), Optional.empty(), order.container());
    }

    private final class Attempt implements Receiver<LogEntry> {
        @Override
        public void next(LogEntry entry) {
            synchronized (LogFollower.this) {
                last = entry;
                attempts = 0;
            }
            receiver.next(entry);
        }

        @Override
        public void complete() {
            receiver.complete();
        }

        @Override
        public void failed(SandboxException cause) {
            retry(cause);
        }
    }
}
