package io.camelsandbox.sandbox.spec;

import java.util.Optional;

/** A folder of a sandbox with storage of its own. */
public sealed interface Volume permits ScratchVolume, RegisteredVolume {

    /** Names it within its sandbox. */
    String name();

    /** Where it is seen; empty leaves it to the mounts of the containers. */
    Optional<String> mountPath();
}
