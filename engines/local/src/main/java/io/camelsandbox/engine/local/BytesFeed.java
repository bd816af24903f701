package io.camelsandbox.engine.local;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Standard input that is all there: no thread is needed. */
final class BytesFeed extends StdinFeed {

    private final byte[] content;
    private int position;
    private boolean ended;

    BytesFeed(byte[] content, Consumer<ByteBuffer[]> send) {
        super(send);
        this.content = content;
    }

    @Override
    void pump() {
        while (position < content.length && credit() > 0) {
            int length = Math.min(InitFrames.chunk(content.length - position), credit());
            sendInput(content, position, length);
            position += length;
        }
        if (position == content.length && !ended) {
            ended = true;
            sendEnd();
        }
    }

    @Override
    void close() {
        position = content.length;
        ended = true;
    }
}
