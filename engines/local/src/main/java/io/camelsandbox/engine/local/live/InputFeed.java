package io.camelsandbox.engine.local.live;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Gives a process its standard input, never more ahead than init has given credit for. On the loop's thread. */
final class InputFeed {

    private final int id;
    private final Consumer<ByteBuffer[]> send;
    private int credit = LiveFrames.INPUT_WINDOW;
    private ByteBuffer pending;
    private CompletableFuture<Void> taken;
    private boolean endWanted;
    private boolean ended;

    InputFeed(int id, Consumer<ByteBuffer[]> send) {
        this.id = id;
        this.send = send;
    }

    /** Takes a buffer; {@code done} is completed when it may be used again. */
    void give(ByteBuffer bytes, CompletableFuture<Void> done) {
        if (ended || endWanted) {
            done.complete(null);
            return;
        }
        pending = bytes;
        taken = done;
        pump();
    }

    /** Ends it after what was given. */
    void end() {
        endWanted = true;
        pump();
    }

    void credited(long bytes) {
        credit = (int) Math.min(LiveFrames.INPUT_WINDOW, credit + bytes);
        pump();
    }

    /** The process is gone: nothing is sent any more. */
    void close() {
        ended = true;
        pending = null;
        release();
    }

    private void pump() {
        while (pending != null && pending.hasRemaining() && credit > 0) {
            var chunk = new byte[Math.min(LiveFrames.CHUNK, Math.min(credit, pending.remaining()))];
            pending.get(chunk);
            credit -= chunk.length;
            send.accept(LiveFrames.input(id, LiveFrames.STDIN, chunk, 0, chunk.length));
        }
        if (pending != null && !pending.hasRemaining()) {
            pending = null;
            release();
        }
        if (pending == null && endWanted && !ended) {
            ended = true;
            send.accept(new ByteBuffer[] {LiveFrames.endOfInput(id, LiveFrames.STDIN)});
        }
    }

    private void release() {
        CompletableFuture<Void> done = taken;
        taken = null;
        if (done != null) {
            done.complete(null);
        }
    }
}
