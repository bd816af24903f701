package io.camelsandbox.engine.local.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/** Gives the records of a log from a cursor on, over the ends of segments. Opens files for a while only. */
final class LogSource implements AutoCloseable {

    private final LogFiles files;
    private LogCursor cursor;
    private SegmentReader reader;

    LogSource(LogFiles files, LogCursor cursor) {
        this.files = files;
        this.cursor = cursor;
    }

    /**
     * The next record; empty where there is none yet. What is to be skipped of it is told by {@link #cursor()} before.
     *
     * @throws NoSuchFileException when it was rotated away
     */
    Optional<LogRecord> next() throws IOException {
        while (true) {
            boolean followed = Files.exists(files.file(cursor.segment() + 1));
            if (reader == null) {
                open();
            }
            LogRecord record = reader.next();
            if (record != null) {
                cursor = LogCursor.at(cursor.segment(), reader.filePosition(), reader.position());
                return Optional.of(record);
            }
            if (!followed) {
                return Optional.empty();
            }
            cursor = LogCursor.at(cursor.segment() + 1, LogSegment.HEAD, cursor.position());
            close();
        }
    }

    private void open() throws IOException {
        try {
            reader = SegmentReader.open(cursor.segment(), files.file(cursor.segment()));
            reader.seek(cursor.file(), cursor.position());
        } catch (NoSuchFileException e) {
            reader = SegmentReader.open(cursor.segment() + 1, files.file(cursor.segment() + 1));
            if (reader.position().raw() != cursor.position().raw()) {
                throw e;
            }
            cursor = LogCursor.at(cursor.segment() + 1, LogSegment.HEAD, reader.position());
        }
    }

    /** Where it goes on. */
    LogCursor cursor() {
        return cursor;
    }

    @Override
    public void close() throws IOException {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}
