package io.camelsandbox;

import java.util.Locale;

/** Why an execution ended. */
public enum Termination {
    /** The main process ended by itself; its exit code tells how. A chosen {@code exit 137} is this, not a kill. */
    EXITED,
    /** The main process was ended by a signal that neither the engine nor a limit sent. */
    SIGNALED,
    /** The time limit was reached; the exit code is -1. */
    TIMED_OUT,
    /** The memory limit was reached. */
    OUT_OF_MEMORY,
    /** The process limit was reached and the run failed for it. */
    TOO_MANY_PROCESSES,
    /** The writable space or its number of files was used up and the run failed for it. */
    DISK_FULL,
    /** A stream passed its cap and {@link OutputPolicy#KILL} was asked for. */
    OUTPUT_LIMIT,
    /** The caller cancelled the execution. No execution in the sense of a result: always an exception. */
    CANCELLED,
    /** The request was not accepted; nothing ran. Always an exception. */
    REFUSED,
    /** The engine died, or lost the sandbox, while the execution ran. Always an exception. */
    ENGINE_LOST;

    /** The name used in headers and JSON: lower case, such as {@code timed_out}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
