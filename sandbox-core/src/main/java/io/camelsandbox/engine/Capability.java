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
    WARM_START,
    /** Sandboxes that stay: {@link SandboxEngine#host()}. */
    LIVE_SANDBOXES,
    /** Live sandboxes outlive the JVM that made them and can be found again. */
    ADOPTION,
    /** Terminals in live sandboxes. */
    TERMINALS,
    /** Scratch volumes in live sandboxes. */
    SCRATCH_VOLUMES,
    /** Snapshots of scratch volumes, and restoring them. */
    SNAPSHOTS,
    /** Images are pulled from registries; without it they are names in the engine's configuration. */
    IMAGE_PULL,
    /** Volumes that are registered with the engine and shared. */
    REGISTERED_VOLUMES,
    /** Rules for a sandbox's network. */
    NETWORK_RULES,
    /** Ports of a sandbox that are reachable from outside. */
    SERVICES,
    /** Several containers in one sandbox. */
    SEVERAL_CONTAINERS,
    /** Sandboxes from compose files. */
    COMPOSE_FILES,
    /** Sandboxes from stored templates. */
    TEMPLATES,
    /** Graphics processors. */
    GPUS,
    /** A choice among kinds of isolation by name. */
    RUNTIME_CLASSES,
    /** A choice among machines. */
    PLACEMENT,
    /** Access to object storage without keys. */
    OBJECT_STORAGE,
    /** Secret stores that the engine resolves itself. */
    SECRET_STORES
}
