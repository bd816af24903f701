package io.camelsandbox.engine;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * A process in a live sandbox. No call blocks; each may cross the end of the process and is then without effect.
 * Standard output and standard error have a window of {@link HostedTransfer#WINDOW} bytes each: with that many reported
 * and not {@link #taken}, the engine stops reading this stream, and only this one, so the process is held up when it
 * writes more.
 */
public interface HostedProcess extends Cancellable {

    /** {@code bytes} more of what was reported of {@code stream} were taken; positive. */
    void taken(StandardStream stream, long bytes);

    /**
     * Gives bytes to standard input. Comes after {@link ProcessReceiver#started()}, one at a time: the next when the
     * future of the last is done. It is completed when more may come; until then the buffer is the engine's. Bytes for a
     * process that has closed its standard input are dropped, which is no error; the future of a call that crosses the
     * end of the process is completed.
     */
    CompletableFuture<Void> input(ByteBuffer bytes);

    /** Ends standard input. Of a terminal: sends its end-of-file character. */
    void endInput();

    /** Changes the size of the process's terminal, and so sends SIGWINCH; ignored without one. */
    void resize(TerminalSize size);

    /** Sends a signal (1 to 64) to the process group of the process. */
    void signal(int number);

    /**
     * Kills the process and everything it started, background processes too. The receiver still hears all output that
     * was read until then, and the end as {@link io.camelsandbox.Termination#CANCELLED}.
     */
    @Override
    void cancel();
}
