package io.camelsandbox.engine.local.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * One file of a log. It begins with a head: a mark, the log's id, and the {@link LogPosition} of its first byte. Then
 * come records: length (u32), stream (u8), time (i64 seconds, u32 nanoseconds), data. What is behind the last whole
 * record was cut off by a crash, or is being written.
 *
 * @param number  they are read in this order
 * @param path    the file
 * @param logId   the log's id
 * @param start   where its data begins
 */
record LogSegment(long number, Path path, long logId, LogPosition start) {

    static final int HEAD = 33;
    static final int RECORD_HEAD = 17;
    /** Longer writes are kept in parts. */
    static final int LONGEST_RECORD = 32_768;

    private static final long MARK = 0x4353_4c4f_4701_0a00L;
    private static final int NUMBER_DIGITS = 16;

    static Path file(Path folder, long number) {
        return folder.resolve(String.format("%016x", number));
    }

    /** The number of a file; empty for another's. */
    static Optional<Long> number(String name) {
        try {
            return name.length() == NUMBER_DIGITS ? Optional.of(Long.parseUnsignedLong(name, 16)) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Reads the head; empty when it is not whole. */
    static Optional<LogSegment> open(long number, Path path, FileChannel channel) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(HEAD);
        while (head.hasRemaining()) {
            if (channel.read(head, head.position()) < 0) {
                return Optional.empty();
            }
        }
        head.flip();
        if (head.getLong() != MARK) {
            return Optional.empty();
        }
        long logId = head.getLong();
        return Optional.of(
                new LogSegment(number, path, logId, new LogPosition(head.getLong(), head.getLong(), head.get() == 1)));
    }

    static ByteBuffer head(long logId, LogPosition start) {
        return ByteBuffer.allocate(HEAD)
                .putLong(MARK)
                .putLong(logId)
                .putLong(start.raw())
                .putLong(start.lines())
                .put((byte) (start.lineStart() ? 1 : 0))
                .flip();
    }

    static ByteBuffer recordHead(int length, int stream, Instant time) {
        return ByteBuffer.allocate(RECORD_HEAD)
                .putInt(length)
                .put((byte) stream)
                .putLong(time.getEpochSecond())
                .putInt(time.getNano())
                .flip();
    }

    /** The length in a record's head; 0 where there is none. */
    static int length(ByteBuffer head) {
        int length = head.getInt();
        int stream = head.get();
        return length > 0 && length <= LONGEST_RECORD && (stream == 1 || stream == 2) ? length : 0;
    }

    /** The time in a record's head. */
    static Instant time(ByteBuffer head) throws IOException {
        int at = head.position() + Integer.BYTES + 1;
        try {
            return Instant.ofEpochSecond(head.getLong(at), head.getInt(at + Long.BYTES));
        } catch (DateTimeException e) {
            throw new IOException("a log holds a time that cannot be", e);
        }
    }
}
