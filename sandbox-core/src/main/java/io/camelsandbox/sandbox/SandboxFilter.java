package io.camelsandbox.sandbox;

import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which sandboxes a list holds: those that have all tags, are in the state, and are on one of the machines.
 *
 * @param tags        all of them
 * @param status      only this one; a terminal one is found without {@code ended} too
 * @param ended       whether those that have ended are in the list
 * @param runnerIds   any of them; empty for all
 * @param volumeIds   any of these registered volumes; empty for all
 */
public record SandboxFilter(
        Set<String> tags, Optional<SandboxStatus> status, Ended ended, Set<String> runnerIds, Set<String> volumeIds) {

    /** Sandboxes that have not ended, whatever their tags. */
    public static final SandboxFilter ACTIVE = builder().build();

    /** What becomes of sandboxes that have ended. */
    public enum Ended {
        HIDDEN,
        SHOWN
    }

    public SandboxFilter {
        tags = Set.copyOf(tags);
        runnerIds = Set.copyOf(runnerIds);
        volumeIds = Set.copyOf(volumeIds);
    }

    /** Begins with all sandboxes that have not ended. */
    public static Builder builder() {
        return new Builder();
    }

    /** True when a sandbox is in the list. */
    public boolean matches(SandboxSpec spec, SandboxFacts facts) {
        SandboxStatus now = SandboxStatus.of(facts);
        boolean state = status.isPresent() ? now == status.get() : ended == Ended.SHOWN || !now.terminal();
        return state
                && spec.tags().containsAll(tags)
                && (runnerIds.isEmpty()
                        || facts.runnerId().filter(runnerIds::contains).isPresent())
                && (volumeIds.isEmpty() || spec.registeredVolumeIds().stream().anyMatch(volumeIds::contains));
    }

    /** Collects a filter. */
    public static final class Builder {

        private final Set<String> tags = new LinkedHashSet<>();
        private final List<String> runnerIds = new ArrayList<>();
        private final List<String> volumeIds = new ArrayList<>();
        private SandboxStatus status;
        private Ended ended = Ended.HIDDEN;

        private Builder() {}

        /** All of these, and those said before. */
        public Builder tags(Collection<String> values) {
            tags.addAll(values);
            return this;
        }

        /** Only this state. */
        public Builder status(SandboxStatus value) {
            status = value;
            return this;
        }

        /** Those that have ended too. */
        public Builder showTerminated() {
            ended = Ended.SHOWN;
            return this;
        }

        /** On any of these machines. */
        public Builder runnerIds(Collection<String> values) {
            runnerIds.addAll(values);
            return this;
        }

        /** With any of these registered volumes. */
        public Builder volumeIds(Collection<String> values) {
            volumeIds.addAll(values);
            return this;
        }

        public SandboxFilter build() {
            return new SandboxFilter(
                    tags, Optional.ofNullable(status), ended, Set.copyOf(runnerIds), Set.copyOf(volumeIds));
        }
    }
}
