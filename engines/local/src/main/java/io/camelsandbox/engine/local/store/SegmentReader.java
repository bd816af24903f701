package io.camelsandbox.engine.local.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/** Reads the records of one segment, also while it grows. */
final class SegmentReader implements AutoCloseable {

    private static final int BUFFER = 65_536;

    private final FileChannel channel;
    private final LogSegment segment;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).limit(0);
    /** Of the next record. */
    private long filePosition = LogSegment.HEAD;

    private LogPosition position;

    private SegmentReader(FileChannel channel, LogSegment segment) {
        this.channel = channel;
        this.segment = segment;
        this.position = segment.start();
    }

    /**
     * Opens a segment.
     *
     * @throws java.nio.file.NoSuchFileException when it was rotated away
     * @throws IOException                       when its head is not whole
     */
    static SegmentReader open(long number, Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            LogSegment segment = LogSegment.open(number, path, channel)
                    .orElseThrow(() -> new IOException("a segment of a log has no whole head"));
            return new SegmentReader(channel, segment);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    LogSegment segment() {
        return segment;
    }

    long filePosition() {
        return filePosition;
    }

    /** Where the next record begins. */
    LogPosition position() {
        return position;
    }

    /** Goes to a record that was met before. */
    void seek(long file, LogPosition log) {
        filePosition = file;
        position = log;
        buffer.limit(0).position(0);
    }

    /** The next whole record; null where there is none yet. */
    LogRecord next() throws IOException {
        if (!fill(LogSegment.RECORD_HEAD)) {
            return null;
        }
        int length = LogSegment.length(buffer.duplicate());
        if (length == 0 || !fill(LogSegment.RECORD_HEAD + length)) {
            return null;
        }
        Instant time = LogSegment.time(buffer.duplicate());
        byte[] data = new byte[length];
        buffer.position(buffer.position() + LogSegment.RECORD_HEAD).get(data);
        filePosition += LogSegment.RECORD_HEAD + length;
        LogRecord record = new LogRecord(position, time, data);
        position = position.after(data, 0, length);
        return record;
    }

    private boolean fill(int bytes) throws IOException {
        while (buffer.remaining() < bytes) {
            long end = filePosition + buffer.remaining();
            buffer.compact();
            int read = channel.read(buffer, end);
            buffer.flip();
            if (read <= 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
