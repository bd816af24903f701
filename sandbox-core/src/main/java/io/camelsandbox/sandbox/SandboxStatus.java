package io.camelsandbox.sandbox;

import io.camelsandbox.engine.SandboxFacts;
import java.util.Locale;

/** Where a sandbox is in its life. */
public enum SandboxStatus {
    /** Accepted; it does not run yet. */
    PENDING,
    /** It is being made. */
    CREATING,
    /** Its main process runs. */
    RUNNING,
    /** It is frozen. */
    PAUSED,
    /** Its end was asked for and is under way. */
    TERMINATING,
    /** Its main process has ended, by itself or because it was stopped; the return code says how. */
    COMPLETED,
    /** It could not be started, or was lost. */
    FAILED,
    /** Its platform ended it: its lifetime was over, or what held it was shut down. */
    TERMINATED,
    /** Its platform does not say. */
    UNSPECIFIED;

    /** The name used in headers, JSON and filters: lower case. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** True when it has ended, for good. */
    public boolean terminal() {
        return this == COMPLETED || this == FAILED || this == TERMINATED;
    }

    /**
     * Finds a status by its {@link #id()}, in any case.
     *
     * @throws IllegalArgumentException when there is no such status; the message lists those there are
     */
    public static SandboxStatus ofId(String id) {
        for (SandboxStatus status : values()) {
            if (status.id().equalsIgnoreCase(id)) {
                return status;
            }
        }
        throw new IllegalArgumentException("unknown status: use pending, creating, running, paused, terminating, "
                + "completed, failed, terminated or unspecified");
    }

    /** The state that facts make. */
    public static SandboxStatus of(SandboxFacts facts) {
        if (facts.reported().isPresent()) {
            return facts.reported().get();
        }
        if (facts.ending().isPresent()) {
            return ofEnd(facts);
        }
        if (facts.stopRequested().isPresent()) {
            return TERMINATING;
        }
        return facts.started().isPresent() ? RUNNING : PENDING;
    }

    private static SandboxStatus ofEnd(SandboxFacts facts) {
        return switch (facts.ending().orElseThrow()) {
            case EXITED -> COMPLETED;
            // stopped before it ran, or its code was lost: there is no return code to read
            case STOPPED -> facts.exitCode().isPresent() ? COMPLETED : TERMINATED;
            case LIFETIME, SHUTDOWN -> TERMINATED;
            case START_FAILED, LOST -> FAILED;
        };
    }
}
