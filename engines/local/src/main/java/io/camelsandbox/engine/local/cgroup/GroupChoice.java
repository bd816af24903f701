package io.camelsandbox.engine.local.cgroup;

import java.util.Locale;

/** Which groups the operator wants to be used. */
public enum GroupChoice {
    /** The best there are. */
    AUTO,
    /** Version 1 alone. */
    V1,
    /** Version 2 alone. */
    V2,
    /** None: limits are then best effort. */
    NONE;

    /**
     * Reads a choice.
     *
     * @throws IllegalArgumentException naming the choices there are
     */
    public static GroupChoice of(String text) {
        for (GroupChoice choice : values()) {
            if (choice.name().toLowerCase(Locale.ROOT).equals(text)) {
                return choice;
            }
        }
        throw new IllegalArgumentException("groups '" + text + "' is unknown: use auto, v2, v1 or none");
    }

    boolean allows(Version version) {
        return this == AUTO || name().equals(version.name());
    }
}
