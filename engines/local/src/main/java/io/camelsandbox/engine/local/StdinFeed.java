package io.camelsandbox.engine.local;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.Stdin;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Gives an execution its standard input, never more ahead than init has given credit for. On the loop's thread. */
abstract class StdinFeed {

    private final Consumer<ByteBuffer[]> send;
    private int credit = InitFrames.STDIN_WINDOW;

    StdinFeed(Consumer<ByteBuffer[]> send) {
        this.send = send;
    }

    /**
     * Feeds {@code source} to the execution of a sandbox.
     *
     * @param failed told when it cannot be read
     */
    static StdinFeed of(Stdin source, Services services, LiveSandbox sandbox, Consumer<SandboxException> failed) {
        if (source instanceof Stdin.Bytes bytes) {
            return new BytesFeed(bytes.content(), sandbox::send);
        }
        return new StreamFeed(
                source.open(),
                services.readers(),
                services.closer(),
                services.loop()::execute,
                sandbox::send,
                e -> failed.accept(new SandboxException(
                        Reason.FILE_IO_FAILED, "standard input could not be read to its end: " + e.getMessage(), e)));
    }

    /** Begins, or goes on after credit has come. */
    abstract void pump();

    /** Ends it; what was not given is not wanted any more. */
    abstract void close();

    void credited(long bytes) {
        credit = (int) Math.min(InitFrames.STDIN_WINDOW, credit + bytes);
        pump();
    }

    int credit() {
        return credit;
    }

    void sendInput(byte[] content, int offset, int length) {
        credit -= length;
        send.accept(InitFrames.input(InitFrames.STDIN, content, offset, length));
    }

    void sendEnd() {
        send.accept(new ByteBuffer[] {InitFrames.endOfInput(InitFrames.STDIN)});
    }
}
