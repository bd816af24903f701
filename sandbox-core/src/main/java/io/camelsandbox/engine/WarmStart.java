package io.camelsandbox.engine;

import java.util.Locale;

/** What an engine starts ahead of its executions. */
public enum WarmStart {
    /** As much as the engine can: sandboxes in which an interpreter waits for its request. No engine refuses it. */
    AUTO,
    /** Sandboxes without an interpreter: a run pays for the start of its interpreter, and for nothing else. */
    BARE,
    /** Nothing: a run pays for everything. No engine refuses it. */
    NONE;

    /** The name used in options: {@code auto}, {@code bare} or {@code none}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Finds what an option says.
     *
     * @param name the option, for the message
     * @throws IllegalArgumentException naming what there is
     */
    public static WarmStart parse(String name, String text) {
        for (WarmStart value : values()) {
            if (value.id().equals(text.trim())) {
                return value;
            }
        }
        throw new IllegalArgumentException(name + " '" + text + "' is unknown: use auto, bare or none");
    }
}
