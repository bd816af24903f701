package io.camelsandbox.engine.local.store;

/**
 * The place in the files of a log where reading goes on.
 *
 * @param segment     the number of the segment
 * @param file        where in it the next record begins
 * @param position    where the data of that record begins
 * @param skipRaw     bytes of its data that are not to be read
 * @param skipShown   bytes of what is shown of the rest that are not to be reported
 */
record LogCursor(long segment, long file, LogPosition position, int skipRaw, long skipShown) {

    /** At the beginning of a record. */
    static LogCursor at(long segment, long file, LogPosition position) {
        return new LogCursor(segment, file, position, 0, 0);
    }
}
