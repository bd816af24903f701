package io.camelsandbox.engine.local.store;

import java.util.Objects;
import java.util.Optional;

/**
 * What finds the processes of a sandbox again when its engine has died.
 *
 * @param process names its first process for certain
 * @param socket  where that lets an engine in
 * @param uid     its host user
 * @param group   its control group; empty without
 */
public record StoredCell(String process, String socket, long uid, Optional<String> group) {

    public StoredCell {
        Objects.requireNonNull(process);
        Objects.requireNonNull(socket);
        Objects.requireNonNull(group);
    }
}
