package io.camelsandbox.engine;

import java.time.Instant;
import java.util.Objects;

/**
 * A piece of the main process's output: part of a line, a line, or many.
 *
 * @param data       its bytes; not copied, must not be changed
 * @param time       when it was written; of several writes, the first
 * @param sessionId  names this way of reading: the same for all entries of a stream and of the streams that resume it
 * @param nextOffset bytes of the session up to and with this entry; the first entry of a fresh stream has its own length
 */
public record LogEntry(byte[] data, Instant time, String sessionId, long nextOffset) {

    public LogEntry {
        Objects.requireNonNull(data);
        Objects.requireNonNull(time);
        Objects.requireNonNull(sessionId);
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "LogEntry[" + data.length + " bytes, nextOffset=" + nextOffset + "]";
    }
}
