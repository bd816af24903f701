package io.camelsandbox.sandbox;

import io.camelsandbox.SandboxRefusedException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a file of a sandbox is read or written.
 *
 * @param timeout   for the whole of it, not counting the sandbox's start; empty takes the defaults' request timeout, and
 *                  of a stream none
 * @param mode      permissions of a file that is new
 * @param size      how many bytes a stream that is written has, where that is known; another number fails it
 * @param container which of several containers; empty is the primary one
 */
public record FileOptions(Optional<Duration> timeout, int mode, OptionalLong size, Optional<String> container) {

    /** Nothing said; mode 0644. */
    public static final FileOptions DEFAULT =
            new FileOptions(Optional.empty(), 0644, OptionalLong.empty(), Optional.empty());

    public FileOptions {
        Objects.requireNonNull(timeout);
        Objects.requireNonNull(size);
        Objects.requireNonNull(container);
        if ((mode & ~07777) != 0) {
            throw new SandboxRefusedException("mode " + Integer.toOctalString(mode) + " has more than permissions");
        }
    }

    public FileOptions withTimeout(Duration value) {
        return new FileOptions(Optional.of(value), mode, size, container);
    }

    public FileOptions withMode(int value) {
        return new FileOptions(timeout, value, size, container);
    }

    public FileOptions withSize(long value) {
        return new FileOptions(timeout, mode, OptionalLong.of(value), container);
    }

    public FileOptions withContainer(String value) {
        return new FileOptions(timeout, mode, size, Optional.of(value));
    }
}
