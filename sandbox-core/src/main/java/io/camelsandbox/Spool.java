package io.camelsandbox;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Where output goes that is larger than its cap in memory.
 *
 * @param folder   an existing folder; files made in it are readable by their owner only and belong to the caller
 * @param maxBytes the most that is kept of one stream; beyond it the {@link OutputPolicy} holds
 */
public record Spool(Path folder, long maxBytes) {

    public Spool {
        Objects.requireNonNull(folder);
        if (maxBytes <= 0) {
            throw new IllegalArgumentException("maxBytes of a spool must be greater than zero");
        }
    }
}
