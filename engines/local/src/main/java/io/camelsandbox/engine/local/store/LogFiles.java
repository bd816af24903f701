package io.camelsandbox.engine.local.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Finds places in the files of one log. */
final class LogFiles {

    private final Path folder;

    LogFiles(Path folder) {
        this.folder = folder;
    }

    Path file(long number) {
        return LogSegment.file(folder, number);
    }

    /** The segments that are there, in order; none where nothing was written. */
    List<LogSegment> segments() throws IOException {
        var numbers = new ArrayList<Long>();
        SafeFiles.names(folder).forEach(name -> LogSegment.number(name).ifPresent(numbers::add));
        numbers.sort(null);
        var segments = new ArrayList<LogSegment>();
        for (long number : numbers) {
            try (FileChannel channel = FileChannel.open(file(number), StandardOpenOption.READ)) {
                LogSegment.open(number, file(number), channel).ifPresent(segments::add);
            } catch (NoSuchFileException e) {
                segments.clear();
            }
        }
        return segments;
    }

    /**
     * The end of what is there.
     *
     * @param known bytes of the log at that end; empty is the end of its files
     */
    LogCursor end(List<LogSegment> segments, OptionalLong known) throws IOException {
        long raw = known.orElse(Long.MAX_VALUE);
        LogSegment segment = segments.get(0);
        for (LogSegment next : segments) {
            segment = next.start().raw() <= raw ? next : segment;
        }
        try (SegmentReader reader = SegmentReader.open(segment.number(), segment.path())) {
            while (reader.position().raw() < raw && reader.next() != null) {
                continue;
            }
            return LogCursor.at(segment.number(), reader.filePosition(), reader.position());
        }
    }

    /** Where the line of this number begins; the first byte that is left when it is gone. */
    LogCursor line(List<LogSegment> segments, long line) throws IOException {
        LogSegment segment = segments.get(0);
        for (LogSegment next : segments) {
            segment = next.start().lines() <= line ? next : segment;
        }
        if (segment.start().lines() > line) {
            return LogCursor.at(segment.number(), LogSegment.HEAD, segment.start());
        }
        try (SegmentReader reader = SegmentReader.open(segment.number(), segment.path())) {
            while (true) {
                long file = reader.filePosition();
                LogRecord record = reader.next();
                if (record == null) {
                    return LogCursor.at(segment.number(), file, reader.position());
                }
                if (reader.position().lines() > line) {
                    int skip = beginOf(record, line);
                    return new LogCursor(segment.number(), file, record.start(), skip, 0);
                }
            }
        }
    }

    /** The place in the log that a cursor means. */
    LogPosition positionOf(LogCursor cursor) throws IOException {
        if (cursor.skipRaw() == 0) {
            return cursor.position();
        }
        try (SegmentReader reader = SegmentReader.open(cursor.segment(), file(cursor.segment()))) {
            reader.seek(cursor.file(), cursor.position());
            LogRecord record = reader.next();
            if (record == null) {
                throw new IOException("a log became shorter");
            }
            return record.start().after(record.data(), 0, cursor.skipRaw());
        }
    }

    private static int beginOf(LogRecord record, long line) {
        long lines = record.start().lines();
        boolean lineStart = record.start().lineStart();
        int at = 0;
        while (!lineStart || lines < line) {
            lines += lineStart ? 1 : 0;
            lineStart = record.data()[at] == '\n';
            at++;
        }
        return at;
    }

    /** The first record of this time or later; empty where there is none yet. */
    Optional<LogCursor> time(List<LogSegment> segments, Instant time) throws IOException {
        for (LogSegment segment : segments) {
            try (SegmentReader reader = SegmentReader.open(segment.number(), segment.path())) {
                long file = reader.filePosition();
                for (LogRecord record = reader.next(); record != null; record = reader.next()) {
                    if (!record.time().isBefore(time)) {
                        return Optional.of(LogCursor.at(segment.number(), file, record.start()));
                    }
                    file = reader.filePosition();
                }
            }
        }
        return Optional.empty();
    }

    /**
     * The place that is {@code shown} bytes behind the start of a session.
     *
     * @return empty where it never had so many
     */
    Optional<LogCursor> session(List<LogSegment> segments, LogSession session, long shown) throws IOException {
        LogSegment segment = segments.get(0);
        for (LogSegment next : segments) {
            boolean before = next.start().raw() <= session.start().raw()
                    || session.form().length(session.start(), next.start()) <= shown;
            segment = before ? next : segment;
        }
        try (SegmentReader reader = SegmentReader.open(segment.number(), segment.path())) {
            while (true) {
                long file = reader.filePosition();
                LogRecord record = reader.next();
                LogPosition end = reader.position();
                if (record == null) {
                    boolean exact =
                            end.raw() >= session.start().raw() && session.form().length(session.start(), end) == shown;
                    return exact ? Optional.of(LogCursor.at(segment.number(), file, end)) : Optional.empty();
                }
                if (end.raw() > session.start().raw() && session.form().length(session.start(), end) > shown) {
                    return Optional.of(within(segment, file, record, session, shown));
                }
            }
        }
    }

    private static LogCursor within(LogSegment segment, long file, LogRecord record, LogSession session, long shown) {
        int skip = (int) Math.max(0, session.start().raw() - record.start().raw());
        LogPosition from = record.start().after(record.data(), 0, skip);
        return new LogCursor(
                segment.number(),
                file,
                record.start(),
                skip,
                shown - session.form().length(session.start(), from));
    }
}
