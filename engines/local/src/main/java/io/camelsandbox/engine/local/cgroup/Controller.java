package io.camelsandbox.engine.local.cgroup;

import java.util.Locale;

/** A kind of limit that the kernel offers by groups. */
public enum Controller {
    /** Memory, with the page cache and what is on memory file systems. */
    MEMORY,
    /** Processes and threads. */
    PIDS,
    /** Processor time. */
    CPU;

    /** The kernel's name. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
