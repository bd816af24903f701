package io.camelsandbox.engine.local.store;

import io.camelsandbox.engine.HostedTransfer;
import io.camelsandbox.engine.LogEntry;
import io.camelsandbox.engine.LogOrder;
import io.camelsandbox.engine.Receiver;
import io.camelsandbox.engine.StandardStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * The output of one main process: both streams as they came, the last of it, within a bound on the disk. Written by one
 * process and read by any number of followers, who hold up nobody. No call blocks.
 */
public final class SandboxLog {

    SandboxLog() {}

    /**
     * Adds output. The buffer is copied before this returns.
     *
     * @return completed when it is written, on a thread of the background; never fails: what the disk refuses is lost,
     *     which readers are told. Who gives credit to the writer only then holds little in memory.
     */
    public CompletableFuture<Void> append(StandardStream stream, ByteBuffer bytes, Instant time) {
        throw new UnsupportedOperationException();
    }

    /** Nothing comes any more: followers end when they have had everything. Idempotent. Completed when all is written. */
    public CompletableFuture<Void> complete() {
        throw new UnsupportedOperationException();
    }

    /**
     * Reports a part of it, as {@link io.camelsandbox.engine.HostedSandbox#logs} says. Following a log that this engine
     * does not write fails with {@code SandboxNotRunningException}; resuming it gives the rest.
     */
    public HostedTransfer open(LogOrder order, Receiver<LogEntry> receiver) {
        throw new UnsupportedOperationException();
    }
}
