package io.camelsandbox.engine;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A file to write into a live sandbox.
 *
 * @param path      absolute, in the sandbox; folders above it that are missing are made, mode 0755
 * @param mode      permissions of a new file, such as {@code 0644}; a file that is replaced keeps its own
 * @param size      how many bytes will come, where it is known; another number fails the commit
 * @param container which container; empty is the primary one
 */
public record WriteOrder(String path, int mode, OptionalLong size, Optional<String> container) {

    public WriteOrder {
        Objects.requireNonNull(path);
        Objects.requireNonNull(size);
        Objects.requireNonNull(container);
    }
}
