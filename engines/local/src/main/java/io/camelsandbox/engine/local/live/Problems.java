package io.camelsandbox.engine.local.live;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.engine.local.outcome.Errno;
import io.camelsandbox.sandbox.SandboxFileException;

/** Turns what init refused into exceptions that say what to change. */
final class Problems {

    private Problems() {}

    /** A process did not start. */
    static SandboxException notStarted(String step, long errno) {
        return switch (step) {
            case "cwd" ->
                new SandboxRefusedException("the working directory is no folder in the sandbox: " + Errno.text(errno));
            case "exec" ->
                errno == Errno.E2BIG
                        ? new SandboxRefusedException("arguments and environment are too large for the kernel: pass"
                                + " large data by standard input or files")
                        : new SandboxRefusedException("the command cannot be run in the sandbox: " + Errno.text(errno));
            default ->
                new SandboxUnavailableException(
                        "the sandbox could not start the process (" + step + "): " + Errno.text(errno));
        };
    }

    /** A file or folder could not be worked with. */
    static SandboxException file(String path, long errno) {
        return switch ((int) errno) {
            case Errno.ENOENT, Errno.ENOTDIR ->
                new SandboxFileException(Reason.FILE_NOT_FOUND, path, "is not there: " + Errno.text(errno));
            case Errno.EISDIR -> new SandboxFileException(Reason.FILE_IS_DIRECTORY, path, "is a folder");
            // busy is a mounted file, which cannot be replaced
            case Errno.EACCES, Errno.EPERM, Errno.EROFS, Errno.EBUSY ->
                new SandboxFileException(Reason.FILE_PERMISSION_DENIED, path, "may not be used: " + Errno.text(errno));
            default -> new SandboxFileException(Reason.FILE_IO_FAILED, path, "could not be used: " + Errno.text(errno));
        };
    }
}
