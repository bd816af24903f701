package io.camelsandbox.engine.local;

import java.util.Locale;

/** Which sandboxes are started ahead of their executions. */
enum SpareMode {
    /** Sandboxes in which an interpreter waits, booted and rehearsed, and sandboxes without one. */
    AUTO,
    /** Sandboxes without an interpreter: a run pays for the start of its interpreter, and for nothing else. */
    BARE,
    /** None: a run pays for everything. */
    NONE;

    /** @throws IllegalArgumentException naming the modes there are */
    static SpareMode of(String text) {
        for (SpareMode mode : values()) {
            if (mode.name().toLowerCase(Locale.ROOT).equals(text)) {
                return mode;
            }
        }
        throw new IllegalArgumentException("spares '" + text + "' is unknown: use auto, bare or none");
    }
}
