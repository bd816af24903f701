package io.camelsandbox.engine;

/** How strict an engine is when this machine cannot isolate. Said by the operator, never by a message. */
public enum Isolation {
    /** Start fails unless filesystem, network, user and seccomp are enforced. The default. */
    REQUIRED,
    /** What this machine can do is used; the result's enforcement says what that was. */
    BEST_EFFORT,
    /** No isolation at all: the code runs as the engine's own user on the host. Limits on time and output remain. */
    NONE
}
