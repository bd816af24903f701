package io.camelsandbox.sandbox;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.HostedProcess;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/**
 * Writes the standard input of a process. The future of a write is completed when the sandbox took it: who waits for it
 * before the next write is never ahead of a guest that reads slowly. Bytes for a guest that has closed its standard
 * input are dropped.
 */
public final class StdinWriter {

    private static final int SLICE = 65_536;

    private record Write(ByteBuffer bytes, CompletableFuture<Void> done) {}

    private final Background background;
    private final ArrayDeque<Write> waiting = new ArrayDeque<>();
    private HostedProcess process;
    private boolean busy;
    private boolean closed;
    private boolean over;

    StdinWriter(Background background) {
        this.background = background;
    }

    /** Writes bytes; the array must not be changed until the future is done. Fails after {@link #close()} and the end. */
    public CompletableFuture<Void> write(byte[] bytes) {
        return write(ByteBuffer.wrap(bytes));
    }

    /** Writes what remains of a buffer, which must not be changed until the future is done. */
    public CompletableFuture<Void> write(ByteBuffer bytes) {
        return enqueue(new Write(bytes.slice(), new CompletableFuture<>()));
    }

    /** Writes text as UTF-8, and a newline. */
    public CompletableFuture<Void> writeLine(String text) {
        return write((text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Ends standard input after all that was written. Idempotent. */
    public CompletableFuture<Void> close() {
        synchronized (this) {
            if (closed || over) {
                return CompletableFuture.completedFuture(null);
            }
        }
        return enqueue(new Write(null, new CompletableFuture<>()));
    }

    /** Writes all of a stream, chunk by chunk as the guest takes it, and ends standard input. */
    public CompletableFuture<Void> writeAll(Flow.Publisher<ByteBuffer> source) {
        return Feed.of(source, this::write).thenCompose(done -> close());
    }

    /** The same as an {@link OutputStream} that blocks its writer until the guest took the bytes. */
    public OutputStream asOutputStream() {
        return new StdinOutputStream(this);
    }

    /** The process runs: what was written until now goes there. */
    void started(HostedProcess running) {
        synchronized (this) {
            process = running;
        }
        next();
    }

    /** The process ended: what is left is dropped. */
    void ended() {
        ArrayDeque<Write> left;
        synchronized (this) {
            over = true;
            left = new ArrayDeque<>(waiting);
            waiting.clear();
        }
        background.callers().execute(() -> left.forEach(write -> write.done().complete(null)));
    }

    private CompletableFuture<Void> enqueue(Write write) {
        synchronized (this) {
            if (closed || over) {
                return CompletableFuture.failedFuture(new SandboxException(
                        Reason.EXECUTION_FAILED, "standard input is closed, or the process ended"));
            }
            closed = write.bytes() == null;
            waiting.add(write);
        }
        next();
        return write.done();
    }

    private void next() {
        Write write;
        synchronized (this) {
            if (process == null || busy || waiting.isEmpty()) {
                return;
            }
            busy = true;
            write = waiting.peek();
        }
        if (write.bytes() == null) {
            process.endInput();
            done(write, null);
        } else {
            give(write);
        }
    }

    private void give(Write write) {
        ByteBuffer bytes = write.bytes();
        int count = Math.min(SLICE, bytes.remaining());
        ByteBuffer slice = bytes.slice(bytes.position(), count);
        process.input(slice).whenComplete((taken, problem) -> {
            bytes.position(bytes.position() + count);
            if (problem == null && bytes.hasRemaining()) {
                give(write);
            } else {
                done(write, problem);
            }
        });
    }

    private void done(Write write, Throwable problem) {
        synchronized (this) {
            waiting.remove(write);
            busy = false;
        }
        background.callers().execute(() -> {
            if (problem == null) {
                write.done().complete(null);
            } else {
                write.done().completeExceptionally(Background.unwrap(problem));
            }
        });
        next();
    }
}
