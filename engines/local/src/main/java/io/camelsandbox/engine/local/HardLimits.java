package io.camelsandbox.engine.local;

import java.util.Optional;

/** The limits that this JVM itself is under: without privilege nobody gets more than that. */
final class HardLimits {

    private static final int COLUMN = 26;
    private static final int HARD = 1;

    private final String text;

    /** Reads the content of {@code /proc/self/limits}. */
    HardLimits(String text) {
        this.text = text;
    }

    /** Those of this JVM. */
    static HardLimits current() {
        return new HardLimits(ProcFs.read("/proc/self/limits").orElse(""));
    }

    /** {@code value}, or the hard limit {@code name} where that is lower. */
    long clamp(String name, long value) {
        Optional<String> hard = text.lines()
                .filter(line -> line.startsWith(name) && line.length() > COLUMN)
                .map(line -> line.substring(COLUMN).trim().split("\\s+"))
                .filter(fields -> fields.length > HARD)
                .map(fields -> fields[HARD])
                .findFirst();
        return hard.filter(number -> !number.equals("unlimited"))
                .map(number -> Math.min(Long.parseLong(number), value))
                .orElse(value);
    }
}
