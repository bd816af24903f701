package io.camelsandbox.sandbox;

import io.camelsandbox.engine.SandboxFacts;
import java.time.Instant;
import java.util.Optional;

/** What one handle knows of its sandbox. It only moves forward, whatever late reports say. */
final class KnownState {

    /** How sure it is that facts are true now. */
    enum Source {
        /** The engine said so. */
        REPORT,
        /** The engine had them at hand. */
        MEMORY
    }

    private SandboxFacts facts;
    private SandboxStatus status;
    private Instant updated;

    /** Learns facts; the state they make, or empty where they come too late. */
    synchronized Optional<SandboxStatus> learn(SandboxFacts now, Source source) {
        updated = source == Source.REPORT || updated == null ? Instant.now() : updated;
        SandboxStatus next = SandboxStatus.of(now);
        // a platform that does not say any more what a sandbox is has cleaned up after it
        SandboxStatus meant = next == SandboxStatus.UNSPECIFIED ? SandboxStatus.COMPLETED : next;
        if (status != null && !mayFollow(status, meant)) {
            return Optional.empty();
        }
        facts = now;
        status = meant;
        return Optional.of(meant);
    }

    /** It is gone. */
    synchronized void terminated() {
        status = SandboxStatus.TERMINATED;
        updated = Instant.now();
    }

    synchronized Optional<SandboxFacts> facts() {
        return Optional.ofNullable(facts);
    }

    synchronized Optional<SandboxStatus> status() {
        return Optional.ofNullable(status);
    }

    synchronized Optional<Instant> updated() {
        return Optional.ofNullable(updated);
    }

    /** Its reason as the end of a sentence; empty where there is none. */
    String because() {
        return facts().flatMap(SandboxFacts::reason)
                .map(reason -> ": " + reason)
                .orElse("");
    }

    /** An end is for good, and what terminates does not run again. */
    private static boolean mayFollow(SandboxStatus now, SandboxStatus next) {
        if (now.terminal()) {
            return false;
        }
        return now != SandboxStatus.TERMINATING || next == SandboxStatus.TERMINATING || next.terminal();
    }
}
