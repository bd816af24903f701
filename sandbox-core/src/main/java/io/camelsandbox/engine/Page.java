package io.camelsandbox.engine;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A part of a list.
 *
 * @param items     never null, may be empty before the last page too
 * @param nextToken asks for the next page; empty at the last
 */
public record Page<T>(List<T> items, Optional<String> nextToken) {

    public Page {
        items = List.copyOf(items);
        Objects.requireNonNull(nextToken);
    }
}
