package io.camelsandbox.engine.local.store;

import static org.awaitility.Awaitility.await;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.HostedTransfer;
import io.camelsandbox.engine.LogEntry;
import io.camelsandbox.engine.Receiver;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Collects a log; takes each entry at once where it was told to. */
final class LogEntries implements Receiver<LogEntry> {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private HostedTransfer transfer;
    private long untaken;
    private LogEntry last;
    private SandboxException failure;
    private boolean over;

    /** Takes what comes and what has come. */
    void take(HostedTransfer from) {
        long before;
        synchronized (this) {
            transfer = from;
            before = untaken;
        }
        if (before > 0) {
            from.taken(before);
        }
    }

    LogEntries awaitEnd() {
        await().until(this::isOver);
        return this;
    }

    synchronized boolean isOver() {
        return over;
    }

    synchronized byte[] bytes() {
        return bytes.toByteArray();
    }

    synchronized String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    synchronized LogEntry last() {
        return last;
    }

    synchronized SandboxException failure() {
        return failure;
    }

    synchronized Reason reason() {
        return failure == null ? null : failure.reason();
    }

    @Override
    public void next(LogEntry entry) {
        HostedTransfer to;
        synchronized (this) {
            bytes.writeBytes(entry.data());
            last = entry;
            to = transfer;
            if (to == null) {
                untaken += entry.data().length;
            }
        }
        if (to != null) {
            to.taken(entry.data().length);
        }
    }

    @Override
    public synchronized void complete() {
        over = true;
    }

    @Override
    public synchronized void failed(SandboxException cause) {
        failure = cause;
        over = true;
    }
}
