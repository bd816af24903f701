package io.camelsandbox.engine.local;

import java.util.function.Consumer;

/** Gives an execution its standard input, never more ahead than init has given credit for. On the loop's thread. */
abstract class StdinFeed {

    private final Consumer<java.nio.ByteBuffer[]> send;
    private int credit = InitFrames.STDIN_WINDOW;

    StdinFeed(Consumer<java.nio.ByteBuffer[]> send) {
        this.send = send;
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
        send.accept(new java.nio.ByteBuffer[] {InitFrames.endOfInput(InitFrames.STDIN)});
    }
}
