package io.camelsandbox.engine.local.outcome;

import io.camelsandbox.Termination;
import java.util.OptionalInt;

/**
 * Why an execution ended, decided from all that is known of it.
 *
 * @param termination why
 * @param exitCode    as results have it
 * @param signal      the signal that ended the main process
 */
public record Verdict(Termination termination, int exitCode, OptionalInt signal) {

    /** The exit code of what ran into its time limit. */
    private static final int TIMED_OUT_CODE = -1;

    private static final int SIGNAL_BASE = 128;
    private static final int SIGKILL = 9;

    /** The counters of a group after a run; nothing where there is no group. */
    public record Counters(boolean outOfMemory, boolean outOfProcesses) {
        /** Nothing ran out. */
        public static final Counters NONE = new Counters(false, false);
    }

    /** An execution that init reported the end of. */
    public static Verdict of(ExitReport exit, Counters counters) {
        int exitCode = exit.signaled() ? SIGNAL_BASE + exit.code() : exit.code();
        OptionalInt signal = exit.signaled() ? OptionalInt.of(exit.code()) : OptionalInt.empty();
        if (exit.cause() == ExitReport.Cause.TIMEOUT) {
            return new Verdict(Termination.TIMED_OUT, TIMED_OUT_CODE, signal);
        }
        return new Verdict(termination(exit, counters), exitCode, signal);
    }

    private static Termination termination(ExitReport exit, Counters counters) {
        if (exit.cause() == ExitReport.Cause.OUTPUT_CAP) {
            return Termination.OUTPUT_LIMIT;
        }
        if (exit.succeeded()) {
            return Termination.EXITED;
        }
        if (counters.outOfMemory()) {
            return Termination.OUT_OF_MEMORY;
        }
        if (exit.diskFull()) {
            return Termination.DISK_FULL;
        }
        if (counters.outOfProcesses()) {
            return Termination.TOO_MANY_PROCESSES;
        }
        return exit.signaled() ? Termination.SIGNALED : Termination.EXITED;
    }

    /** An execution that had to be killed at its time limit because init did not end it. */
    public static Verdict timedOut() {
        return new Verdict(Termination.TIMED_OUT, TIMED_OUT_CODE, OptionalInt.of(SIGKILL));
    }

    /** An execution that the kernel killed as a whole when its memory was used up. */
    public static Verdict outOfMemory() {
        return killed(Termination.OUT_OF_MEMORY);
    }

    /** An execution that was killed for another reason, before its end was reported. */
    public static Verdict killed(Termination termination) {
        return new Verdict(termination, SIGNAL_BASE + SIGKILL, OptionalInt.of(SIGKILL));
    }
}
