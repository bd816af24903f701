package io.camelsandbox.engine.local;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.local.outcome.Errno;
import java.util.Optional;

/** Turns what the native program refused into exceptions that say what to change. */
final class Refusals {

    private Refusals() {}

    /** init did not start the program. */
    static SandboxException byInit(String step, long errno, Execution execution) {
        return switch (step) {
            case "cwd" ->
                new SandboxRefusedException("workingDir '" + printable(execution.workingDir())
                        + "' is not a folder in the sandbox: " + Errno.text(errno));
            case "exec" ->
                errno == Errno.E2BIG
                        ? new SandboxRefusedException(
                                "arguments and environment are too large for the kernel: pass large"
                                        + " data by standard input or input files")
                        : new SandboxUnavailableException(
                                Reason.INTERPRETER_UNAVAILABLE,
                                "the interpreter " + execution.interpreter().path() + " cannot be run in the sandbox: "
                                        + Errno.text(errno),
                                null);
            default ->
                new SandboxUnavailableException(
                        "the sandbox could not start the program (" + step + "): " + Errno.text(errno));
        };
    }

    /** A file did not get into the sandbox. */
    static SandboxException fileNotWritten(long errno) {
        return new SandboxRefusedException(
                "code or input files could not be written into the sandbox: " + Errno.text(errno));
    }

    /** The launcher could not prepare the sandbox. */
    static SandboxException byLauncher(String step, long errno) {
        return new SandboxNotStartedException(
                "the sandbox could not be prepared (" + step + "): " + Errno.text(errno), Remedies.forStep(step));
    }

    /** The sandbox did not come up in time. */
    static SandboxException notStartedWithin(long seconds) {
        return new SandboxNotStartedException(
                "the sandbox did not start within " + seconds + " s: the machine is overloaded", Optional.empty());
    }

    /** bubblewrap could not build the sandbox. */
    static SandboxException byBubblewrap(LiveSandbox.End end) {
        return new SandboxNotStartedException(
                "the sandbox did not start" + detail(end), Remedies.forDiagnostics(end.diagnostics()));
    }

    /** How a sandbox ended, in words. */
    static String detail(LiveSandbox.End end) {
        if (!end.diagnostics().isEmpty()) {
            return ": " + printable(end.diagnostics());
        }
        int signal = end.waitStatus() & 0x7F;
        return signal != 0 ? ": killed by signal " + signal : ": exit code " + (end.waitStatus() >> 8 & 0xFF);
    }

    private static String printable(String text) {
        return text.codePoints()
                .map(c -> Character.isISOControl(c) ? ' ' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
