package io.camelsandbox.engine.local.store;

import io.camelsandbox.engine.HostedTransfer;
import io.camelsandbox.engine.LogEntry;
import io.camelsandbox.engine.LogOrder;
import io.camelsandbox.engine.Receiver;
import io.camelsandbox.engine.StandardStream;
import io.camelsandbox.sandbox.SandboxNotRunningException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The output of one main process: both streams as they came, the last of it, within a bound on the disk. Written by one
 * process and read by any number of followers, who hold up nobody. No call blocks.
 */
public final class SandboxLog {

    private static final Logger LOG = LoggerFactory.getLogger(SandboxLog.class);

    private final LogFiles files;
    private final Executor background;
    private final Optional<LogWriter> writer;
    private final Queue<Write> writes = new ConcurrentLinkedQueue<>();
    private final Serial writing;
    private final Set<LogFollower> followers = ConcurrentHashMap.newKeySet();
    private volatile LogFollower.LogState state;
    private volatile long written;

    /** Output on its way to the disk; none is the end. */
    private record Write(StandardStream stream, byte[] data, Instant time, CompletableFuture<Void> done) {}

    /** A log; without a writer one that another engine wrote or writes. */
    SandboxLog(LogFiles files, Optional<LogWriter> writer, Executor background) {
        this.files = files;
        this.background = background;
        this.writer = writer;
        this.writing = new Serial(background, this::writeAll);
        this.state = writer.isPresent() ? LogFollower.LogState.GROWS : LogFollower.LogState.COMPLETE;
    }

    /**
     * Adds output. The buffer is copied before this returns.
     *
     * @return completed when it is written, on a thread of the background; never fails: what the disk refuses is lost,
     *     which readers are told. Who gives credit to the writer only then holds little in memory.
     */
    public CompletableFuture<Void> append(StandardStream stream, ByteBuffer bytes, Instant time) {
        byte[] data = new byte[bytes.remaining()];
        bytes.get(data);
        return add(new Write(stream, data, time, new CompletableFuture<>()));
    }

    /** Nothing comes any more: followers end when they have had everything. Idempotent. Completed when all is written. */
    public CompletableFuture<Void> complete() {
        return add(new Write(null, new byte[0], Instant.EPOCH, new CompletableFuture<>()));
    }

    private CompletableFuture<Void> add(Write write) {
        writes.add(write);
        writing.run();
        return write.done();
    }

    /**
     * Reports a part of it, as {@link io.camelsandbox.engine.HostedSandbox#logs} says. Following a log that this engine
     * does not write fails with {@code SandboxNotRunningException}; resuming it gives the rest.
     */
    public HostedTransfer open(LogOrder order, Receiver<LogEntry> receiver) {
        boolean ended = writer.isEmpty() && order.follow() && order.resume().isEmpty();
        if (ended) {
            background.execute(() -> receiver.failed(
                    new SandboxNotRunningException("the sandbox has ended: its log can be read, not followed")));
            return new Nothing();
        }
        // what is written from now on is followed, however late the follower comes to it
        OptionalLong end = writer.isPresent() ? OptionalLong.of(written) : OptionalLong.empty();
        var self = new Follower();
        self.follower = new LogFollower(files, order, end, receiver, () -> state, background, self::gone);
        followers.add(self.follower);
        self.follower.wake();
        return self.follower;
    }

    /** Lets a follower go when it wants to know nothing more. */
    private final class Follower {
        private LogFollower follower;

        void gone() {
            followers.remove(follower);
        }
    }

    /** What was refused. */
    private static final class Nothing implements HostedTransfer {
        @Override
        public void taken(long bytes) {
            // nothing was reported
        }

        @Override
        public void cancel() {
            // it is over already
        }
    }

    private void writeAll() {
        boolean any = false;
        for (Write write = writes.poll(); write != null; write = writes.poll()) {
            write(write);
            any = true;
            write.done().complete(null);
        }
        if (any) {
            followers.forEach(LogFollower::wake);
        }
    }

    private void write(Write write) {
        if (state != LogFollower.LogState.GROWS) {
            return;
        }
        try {
            if (write.stream() == null) {
                writer.orElseThrow().close();
                state = LogFollower.LogState.COMPLETE;
            } else {
                writer.orElseThrow().append(write.stream().ordinal() + 1, write.data(), write.time());
                written += write.data().length;
            }
        } catch (IOException e) {
            LOG.warn("A log could not be written, the rest of it is lost: {}", e.toString());
            state = LogFollower.LogState.BROKEN;
            closeQuietly();
        }
    }

    private void closeQuietly() {
        try {
            writer.orElseThrow().close();
        } catch (IOException e) {
            LOG.debug("A log could not be closed", e);
        }
    }
}
