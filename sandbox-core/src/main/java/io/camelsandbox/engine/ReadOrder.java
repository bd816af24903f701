package io.camelsandbox.engine;

import java.util.Objects;
import java.util.Optional;

/**
 * A file to read from a live sandbox.
 *
 * @param path      absolute, in the sandbox
 * @param maxBytes  a larger file is refused ({@code FILE_TOO_LARGE} with both sizes) before a byte of it is reported
 * @param container which container; empty is the primary one
 */
public record ReadOrder(String path, long maxBytes, Optional<String> container) {

    public ReadOrder {
        Objects.requireNonNull(path);
        Objects.requireNonNull(container);
    }
}
