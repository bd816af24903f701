package io.camelsandbox.engine;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which part of the main process's output to report.
 *
 * @param follow     goes on with what comes until the main process has ended; else ends with what is there
 * @param tailLines  only the last so many lines of what is there, before what is followed; 0 is none of it
 * @param since      only what was written at this time or later
 * @param timestamps puts the time before each line: ISO 8601 in UTC with nanoseconds, and a blank
 * @param resume     goes on where another stream stopped, with its form; none of the others but {@code follow} is set
 * @param container  which container; empty is the primary one
 */
public record LogOrder(
        boolean follow,
        OptionalInt tailLines,
        Optional<Instant> since,
        boolean timestamps,
        Optional<Resume> resume,
        Optional<String> container) {

    /**
     * Where a stream stopped.
     *
     * @param sessionId as its entries gave it
     * @param offset    {@code nextOffset} of its last entry
     */
    public record Resume(String sessionId, long offset) {}

    public LogOrder {
        Objects.requireNonNull(tailLines);
        Objects.requireNonNull(since);
        Objects.requireNonNull(resume);
        Objects.requireNonNull(container);
    }
}
