package io.camelsandbox.sandbox;

/**
 * What became of the commands of one sandbox object.
 *
 * @param count            how many were begun
 * @param completedOk      ended with code 0
 * @param completedNonzero ended with another code, where that was a result
 * @param failures         ended with an error, also for their exit code where that was asked for
 */
public record ExecStats(long count, long completedOk, long completedNonzero, long failures) {

    static final ExecStats NONE = new ExecStats(0, 0, 0, 0);

    ExecStats begun() {
        return new ExecStats(count + 1, completedOk, completedNonzero, failures);
    }

    ExecStats ended(int exitCode) {
        return exitCode == 0
                ? new ExecStats(count, completedOk + 1, completedNonzero, failures)
                : new ExecStats(count, completedOk, completedNonzero + 1, failures);
    }

    ExecStats failed() {
        return new ExecStats(count, completedOk, completedNonzero, failures + 1);
    }
}
