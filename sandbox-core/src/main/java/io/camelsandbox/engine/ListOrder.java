package io.camelsandbox.engine;

import java.util.Objects;
import java.util.Optional;

/**
 * A folder of a live sandbox to list, with everything below it.
 *
 * @param folder     absolute, in the sandbox
 * @param maxEntries more than so many fail with FILE_TOO_LARGE
 * @param maxDepth   1 is the folder's own entries; what is deeper fails with FILE_TOO_LARGE
 * @param container  which container; empty is the primary one
 */
public record ListOrder(String folder, int maxEntries, int maxDepth, Optional<String> container) {

    public ListOrder {
        Objects.requireNonNull(folder);
        Objects.requireNonNull(container);
    }
}
