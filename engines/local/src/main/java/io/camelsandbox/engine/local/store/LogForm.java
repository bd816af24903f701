package io.camelsandbox.engine.local.store;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** How a way of reading shows a log. */
enum LogForm {
    /** As it was written. */
    PLAIN(0) {
        @Override
        byte[] show(LogRecord record, int from) {
            return java.util.Arrays.copyOfRange(record.data(), from, record.data().length);
        }
    },
    /** With the time before each line. */
    TIMESTAMPS(31) {
        @Override
        byte[] show(LogRecord record, int from) {
            byte[] data = record.data();
            byte[] stamp = stamp(record.time());
            var shown = new ByteArrayOutputStream(data.length - from + stamp.length);
            boolean lineStart = record.start().after(data, 0, from).lineStart();
            for (int i = from; i < data.length; i++) {
                if (lineStart) {
                    shown.write(stamp, 0, stamp.length);
                }
                shown.write(data[i]);
                lineStart = data[i] == '\n';
            }
            return shown.toByteArray();
        }
    };

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z' ", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final int linePrefix;

    LogForm(int linePrefix) {
        this.linePrefix = linePrefix;
    }

    /** What is shown of a record without its first {@code from} bytes. */
    abstract byte[] show(LogRecord record, int from);

    /** How many bytes are shown of what is between two places. */
    long length(LogPosition from, LogPosition to) {
        return to.raw() - from.raw() + linePrefix * (to.lines() - from.lines());
    }

    private static byte[] stamp(Instant time) {
        return TIME.format(time).getBytes(StandardCharsets.US_ASCII);
    }
}
