package io.camelsandbox.engine;

import io.camelsandbox.sandbox.SandboxFilter;
import java.util.Objects;
import java.util.Optional;

/**
 * One page of sandboxes.
 *
 * @param filter    which of them; {@link SandboxFilter#matches} decides where an engine has no index of its own
 * @param pageSize  at most so many
 * @param pageToken {@link Page#nextToken()} of the page before; empty for the first. One that the engine did not make is
 *                  refused with {@code INVALID_REQUEST}
 */
public record SandboxQuery(SandboxFilter filter, int pageSize, Optional<String> pageToken) {

    public SandboxQuery {
        Objects.requireNonNull(filter);
        Objects.requireNonNull(pageToken);
    }
}
