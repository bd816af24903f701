package io.camelsandbox.engine.local.store;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A way of reading a log. Its id says all of it, so that it can be resumed as long as the log is there, by whom ever.
 *
 * @param logId the log
 * @param start where it began; whether a line begins there does not matter
 * @param form  how it shows the log
 */
record LogSession(long logId, LogPosition start, LogForm form) {

    private static final Pattern TEXT = Pattern.compile("([0-9a-f]{16})-([0-9a-f]{1,15})-([0-9a-f]{1,15})-([pt])");

    String id() {
        return String.format(
                "%016x-%x-%x-%s", logId, start.raw(), start.lines(), form == LogForm.TIMESTAMPS ? "t" : "p");
    }

    /** Reads an id; empty when it is none. */
    static Optional<LogSession> parse(String id) {
        Matcher matcher = TEXT.matcher(id);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        var start = new LogPosition(Long.parseLong(matcher.group(2), 16), Long.parseLong(matcher.group(3), 16), false);
        return Optional.of(new LogSession(
                Long.parseUnsignedLong(matcher.group(1), 16),
                start,
                matcher.group(4).equals("t") ? LogForm.TIMESTAMPS : LogForm.PLAIN));
    }
}
