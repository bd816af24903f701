package io.camelsandbox.engine.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Standard input from a stream. Reading may block, so it is done by a few threads that all executions share, one chunk
 * at a time and only while there is credit.
 */
final class StreamFeed extends StdinFeed {

    private static final Logger LOG = LoggerFactory.getLogger(StreamFeed.class);
    private static final int CHUNK = 32 * 1024;

    private final InputStream source;
    private final Executor readers;
    private final Executor closer;
    private final Executor loop;
    private final Consumer<IOException> failed;
    private boolean reading;
    private boolean over;

    /**
     * Prepares to read.
     *
     * @param readers may be blocked by {@code source}
     * @param closer  closes {@code source}, which may end a read that blocks
     * @param loop    the loop's thread
     * @param failed  told on the loop's thread when {@code source} cannot be read
     */
    StreamFeed(
            InputStream source,
            Executor readers,
            Executor closer,
            Executor loop,
            Consumer<ByteBuffer[]> send,
            Consumer<IOException> failed) {
        super(send);
        this.source = source;
        this.readers = readers;
        this.closer = closer;
        this.loop = loop;
        this.failed = failed;
    }

    @Override
    void pump() {
        if (over || reading || credit() <= 0) {
            return;
        }
        reading = true;
        int most = Math.min(CHUNK, credit());
        readers.execute(() -> read(most));
    }

    private void read(int most) {
        try {
            var chunk = new byte[most];
            int count = source.read(chunk);
            loop.execute(() -> arrived(chunk, count));
        } catch (IOException e) {
            loop.execute(() -> broken(e));
        } catch (RuntimeException e) {
            loop.execute(() -> broken(new IOException(e)));
        }
    }

    private void arrived(byte[] chunk, int count) {
        reading = false;
        if (over) {
            return;
        }
        if (count < 0) {
            sendEnd();
            close();
        } else {
            if (count > 0) {
                sendInput(chunk, 0, count);
            }
            pump();
        }
    }

    private void broken(IOException e) {
        reading = false;
        if (!over) {
            close();
            failed.accept(e);
        }
    }

    @Override
    void close() {
        if (over) {
            return;
        }
        over = true;
        closer.execute(() -> {
            try {
                source.close();
            } catch (IOException | RuntimeException e) {
                LOG.debug("Closing the source of standard input failed: {}", e.toString());
            }
        });
    }
}
