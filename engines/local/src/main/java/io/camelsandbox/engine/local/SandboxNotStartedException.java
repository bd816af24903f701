package io.camelsandbox.engine.local;

import io.camelsandbox.SandboxUnavailableException;
import java.util.Optional;

/** A sandbox could not be made; keeps what was found and what to do about it apart for the probe. */
final class SandboxNotStartedException extends SandboxUnavailableException {

    private static final long serialVersionUID = 1L;

    private final String finding;
    private final String remedy;

    SandboxNotStartedException(String finding, Optional<String> remedy) {
        super(finding + remedy.map(text -> ". Remedy: " + text).orElse(""));
        this.finding = finding;
        this.remedy = remedy.orElse(null);
    }

    String finding() {
        return finding;
    }

    Optional<String> remedy() {
        return Optional.ofNullable(remedy);
    }
}
