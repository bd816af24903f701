package io.camelsandbox.engine.local.store;

/**
 * A place between two bytes of a log.
 *
 * @param raw       bytes of the log before it, those too that were rotated away
 * @param lines     how many of them begin a line
 * @param lineStart true when the next byte begins a line
 */
record LogPosition(long raw, long lines, boolean lineStart) {

    static final LogPosition START = new LogPosition(0, 0, true);

    /** The place after some more bytes. */
    LogPosition after(byte[] data, int from, int to) {
        long count = lines;
        boolean start = lineStart;
        for (int i = from; i < to; i++) {
            count += start ? 1 : 0;
            start = data[i] == '\n';
        }
        return new LogPosition(raw + to - from, count, start);
    }
}
