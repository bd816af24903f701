package io.camelsandbox;

import java.util.Locale;

/** Something an engine may be able to enforce on an execution. */
public enum Guarantee {
    /** No host file is visible but the read-only runtime and the mounts that were asked for. */
    FILESYSTEM,
    /** No network but the sandbox's own loopback. */
    NETWORK,
    /** A limit on memory. */
    MEMORY,
    /** A limit on processor time. */
    CPU,
    /** A limit on the number of processes and threads. */
    PIDS,
    /** A limit on bytes and number of files on every writable path. */
    DISK,
    /** A filter on system calls. */
    SECCOMP,
    /** A host user of the execution's own, without any privilege. */
    USER;

    /** The name used in options and results: lower case, such as {@code filesystem}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Finds a guarantee by its {@link #id()}.
     *
     * @throws IllegalArgumentException when there is no such guarantee; the message lists those there are
     */
    public static Guarantee of(String id) {
        for (Guarantee guarantee : values()) {
            if (guarantee.id().equals(id)) {
                return guarantee;
            }
        }
        throw new IllegalArgumentException(
                "unknown guarantee '" + id + "': use filesystem, network, memory, cpu, pids, disk, seccomp or user");
    }
}
