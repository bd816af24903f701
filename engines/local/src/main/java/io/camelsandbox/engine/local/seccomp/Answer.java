package io.camelsandbox.engine.local.seccomp;

/** What the filter answers to a call. */
enum Answer {
    /** The kernel does it. */
    ALLOW(0x7fff_0000),
    /** Nothing is done and the call says it succeeded. */
    PRETEND(0x0005_0000),
    /** Not permitted. */
    EPERM(0x0005_0000 | 1),
    /** There is no such call: libraries then take another way. */
    ENOSYS(0x0005_0000 | 38),
    /** There is no such socket family. */
    EAFNOSUPPORT(0x0005_0000 | 97),
    /** There is no such protocol. */
    EPROTONOSUPPORT(0x0005_0000 | 93),
    /** The process is ended by SIGSYS. */
    KILL(0x8000_0000);

    private final int action;

    Answer(int action) {
        this.action = action;
    }

    /** The filter's return value (SECCOMP_RET_*). */
    int action() {
        return action;
    }
}
