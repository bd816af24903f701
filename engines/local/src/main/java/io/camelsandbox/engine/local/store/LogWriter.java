package io.camelsandbox.engine.local.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

/** Writes a log: the last two segments stay, each of half the size. By one thread at a time. */
final class LogWriter implements AutoCloseable {

    private final Path folder;
    private final long segmentSize;
    private final long logId = ThreadLocalRandom.current().nextLong();
    private LogPosition position = LogPosition.START;
    private Instant last = Instant.MIN;
    private FileChannel channel;
    private long number;
    private long written;

    LogWriter(Path folder, long size) throws IOException {
        this.folder = SafeFiles.folder(folder);
        this.segmentSize = size / 2;
        open(0);
    }

    private void open(long next) throws IOException {
        FileChannel opened = SafeFiles.create(LogSegment.file(folder, next));
        writeAll(opened, LogSegment.head(logId, position));
        if (channel != null) {
            channel.close();
        }
        channel = opened;
        number = next;
        written = LogSegment.HEAD;
    }

    void append(int stream, byte[] data, Instant time) throws IOException {
        // times of a log never go back, whatever the clock does
        last = time.isAfter(last) ? time : last;
        for (int from = 0; from < data.length; ) {
            int room = (int) Math.min(LogSegment.LONGEST_RECORD, segmentSize - written - LogSegment.RECORD_HEAD);
            if (room <= 0) {
                rotate();
                continue;
            }
            int to = from + Math.min(room, data.length - from);
            ByteBuffer record = ByteBuffer.allocate(LogSegment.RECORD_HEAD + to - from)
                    .put(LogSegment.recordHead(to - from, stream, last))
                    .put(data, from, to - from)
                    .flip();
            written += record.remaining();
            writeAll(channel, record);
            position = position.after(data, from, to);
            from = to;
        }
    }

    private void rotate() throws IOException {
        open(number + 1);
        if (number >= 2) {
            Files.deleteIfExists(LogSegment.file(folder, number - 2));
        }
    }

    private static void writeAll(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
