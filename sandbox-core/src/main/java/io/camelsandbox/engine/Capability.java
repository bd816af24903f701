package io.camelsandbox.engine;

/** Something an engine may or may not be able to do; the conformance kit skips by these and never by name. */
public enum Capability {
    /** Interpreters are the host's own, shown read-only. */
    HOST_INTERPRETERS,
    /** Host folders can be mounted. */
    MOUNTS,
    /** Files can be collected after an execution. */
    OUTPUT_FILES,
    /** Interpreters can be started ahead of their request. */
    WARM_START
}
