package io.camelsandbox.engine;

/** A stream that a process writes. */
public enum StandardStream {
    /** Standard output; of a terminal, everything. */
    STDOUT,
    /** Standard error; never of a terminal. */
    STDERR
}
