package io.camelsandbox.engine;

import io.camelsandbox.ResourceUsage;
import io.camelsandbox.Termination;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * How a process in a live sandbox ended.
 *
 * @param exitCode       its exit code; 128 + n when signal n ended it; -1 on {@link Termination#TIMED_OUT}
 * @param signal         the signal that ended it; empty when it exited
 * @param termination    why; {@link Termination#CANCELLED} after {@link HostedProcess#cancel()}
 * @param stdoutProduced bytes it wrote to standard output; what was not reported of them was lost
 * @param stderrProduced the same for standard error
 * @param usage          what it used
 */
public record ProcessExit(
        int exitCode,
        OptionalInt signal,
        Termination termination,
        long stdoutProduced,
        long stderrProduced,
        ResourceUsage usage) {

    public ProcessExit {
        Objects.requireNonNull(signal);
        Objects.requireNonNull(termination);
        Objects.requireNonNull(usage);
    }
}
