package io.camelsandbox.engine.local.store;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.LogOrder;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where a follower begins, and as which session.
 *
 * @param session whose bytes it counts
 * @param cursor  where it reads; empty where nothing of what was asked for was written yet
 * @param shown   bytes of the session before that
 * @param end     raw bytes of the log when it was opened
 */
record LogStart(LogSession session, Optional<LogCursor> cursor, long shown, long end) {

    private static final int ATTEMPTS = 3;

    /**
     * Finds it.
     *
     * @param end bytes of the log when it was asked for; empty is all that is there
     * @throws SandboxException SESSION_NOT_FOUND, REPLAY_GAP, INVALID_RESUME_OFFSET
     */
    static LogStart find(LogFiles files, LogOrder order, OptionalLong end) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                List<LogSegment> segments = files.segments();
                return order.resume().isPresent()
                        ? resumed(files, segments, order.resume().get(), end)
                        : fresh(files, segments, order, end);
            } catch (NoSuchFileException e) {
                // rotated away meanwhile
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static LogStart fresh(LogFiles files, List<LogSegment> segments, LogOrder order, OptionalLong known)
            throws IOException {
        LogForm form = order.timestamps() ? LogForm.TIMESTAMPS : LogForm.PLAIN;
        if (segments.isEmpty()) {
            return nowhere(form);
        }
        LogSegment first = segments.get(0);
        LogCursor end = files.end(segments, known);
        LogCursor cursor = LogCursor.at(first.number(), LogSegment.HEAD, first.start());
        if (order.tailLines().isPresent()) {
            long line = end.position().lines() - order.tailLines().getAsInt();
            cursor = later(cursor, order.tailLines().getAsInt() == 0 ? end : files.line(segments, line));
        }
        if (order.since().isPresent()) {
            Optional<LogCursor> since = files.time(segments, order.since().get());
            if (since.isEmpty() && order.follow()) {
                return nowhere(form);
            }
            cursor = later(cursor, since.orElse(end));
        }
        var session = new LogSession(first.logId(), files.positionOf(cursor), form);
        return new LogStart(session, Optional.of(cursor), 0, end.position().raw());
    }

    private static LogStart nowhere(LogForm form) {
        return new LogStart(new LogSession(0, LogPosition.START, form), Optional.empty(), 0, 0);
    }

    private static LogCursor later(LogCursor one, LogCursor other) {
        return one.position().raw() + one.skipRaw() >= other.position().raw() + other.skipRaw() ? one : other;
    }

    private static LogStart resumed(
            LogFiles files, List<LogSegment> segments, LogOrder.Resume resume, OptionalLong known) throws IOException {
        LogSession session = LogSession.parse(resume.sessionId())
                .filter(parsed -> !segments.isEmpty() && segments.get(0).logId() == parsed.logId())
                .orElseThrow(() -> new SandboxException(Reason.SESSION_NOT_FOUND, "no such session of this log"));
        LogPosition first = segments.get(0).start();
        if (first.raw() > session.start().raw() && session.form().length(session.start(), first) > resume.offset()) {
            throw gap();
        }
        LogCursor cursor = files.session(segments, session, resume.offset())
                .orElseThrow(() -> new SandboxException(
                        Reason.INVALID_RESUME_OFFSET, "the session never had " + resume.offset() + " bytes"));
        long end = files.end(segments, known).position().raw();
        return new LogStart(session, Optional.of(cursor), resume.offset(), end);
    }

    static SandboxException gap() {
        return new SandboxException(Reason.REPLAY_GAP, "the log goes on, but a part of it was dropped meanwhile");
    }
}
