package io.camelsandbox.engine.local.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Writes a log: the last two segments stay, each of half the size. By one thread at a time. */
final class LogWriter implements AutoCloseable {

    private final Path folder;
    private final long segmentSize;
    private final long logId;
    private LogPosition position = LogPosition.START;
    private Instant last = Instant.MIN;
    private FileChannel channel;
    private long number;
    private long written;

    LogWriter(Path folder, long size) throws IOException {
        this.folder = SafeFiles.folder(folder);
        this.segmentSize = size / 2;
        this.logId = ThreadLocalRandom.current().nextLong();
        open(0);
    }

    /** Goes on behind the last whole record of a segment. */
    private LogWriter(Path folder, long size, LogSegment end) throws IOException {
        this.folder = folder;
        this.segmentSize = size / 2;
        this.logId = end.logId();
        this.number = end.number();
        try (SegmentReader reader = SegmentReader.open(end.number(), end.path())) {
            for (LogRecord record = reader.next(); record != null; record = reader.next()) {
                last = record.time();
            }
            position = reader.position();
            written = reader.filePosition();
        }
        channel = FileChannel.open(end.path(), StandardOpenOption.WRITE)
                .truncate(written)
                .position(written);
    }

    /** Goes on where another writer was cut off. */
    static LogWriter resume(Path folder, long size) throws IOException {
        List<LogSegment> segments = new LogFiles(folder).segments();
        return segments.isEmpty()
                ? new LogWriter(folder, size)
                : new LogWriter(folder, size, segments.get(segments.size() - 1));
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
