package io.camelsandbox.engine;

import io.camelsandbox.Enforcement;
import io.camelsandbox.sandbox.SandboxStatus;
import io.camelsandbox.sandbox.spec.ResourceOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What an engine knows of a sandbox at a moment. An engine reports facts; {@link SandboxStatus#of} alone says what state
 * they make. Immutable, made by {@link #builder}; facts only grow: what is set in one report is set in the next.
 */
public final class SandboxFacts {

    private final Instant created;
    private final Instant started;
    private final Instant stopRequested;
    private final Instant ended;
    private final Ending ending;
    private final Integer exitCode;
    private final String reason;
    private final SandboxStatus reported;
    private final Duration maxLifetime;
    private final ResourceOptions resources;
    private final Enforcement enforcement;
    private final String runnerId;
    private final String runnerGroupId;

    /** How a sandbox ended. */
    public enum Ending {
        /** Its main process ended by itself, whatever its code. */
        EXITED,
        /** Somebody stopped or deleted it. */
        STOPPED,
        /** Its lifetime was over. */
        LIFETIME,
        /** The engine ended it for its own sake: shut down, swept after a crash, evicted. */
        SHUTDOWN,
        /** It was never running: it could not be made, or its main process could not be started. */
        START_FAILED,
        /** It died with what held it, such as its init or its machine; nobody meant it to. */
        LOST
    }

    private SandboxFacts(Builder builder) {
        created = Objects.requireNonNull(builder.created);
        started = builder.started;
        stopRequested = builder.stopRequested;
        ended = builder.ended;
        ending = builder.ending;
        exitCode = builder.exitCode;
        reason = builder.reason;
        reported = builder.reported;
        maxLifetime = builder.maxLifetime;
        resources = builder.resources;
        enforcement = builder.enforcement;
        runnerId = builder.runnerId;
        runnerGroupId = builder.runnerGroupId;
        if ((ended == null) != (ending == null)) {
            throw new IllegalArgumentException("a sandbox that ended has a time and a kind of its end");
        }
    }

    /** Begins with a sandbox that was accepted at {@code created} and does not run yet. */
    public static Builder builder(Instant created) {
        return new Builder(created);
    }

    /** Begins with these facts. */
    public Builder toBuilder() {
        var builder = new Builder(created);
        builder.started = started;
        builder.stopRequested = stopRequested;
        builder.ended = ended;
        builder.ending = ending;
        builder.exitCode = exitCode;
        builder.reason = reason;
        builder.reported = reported;
        builder.maxLifetime = maxLifetime;
        builder.resources = resources;
        builder.enforcement = enforcement;
        builder.runnerId = runnerId;
        builder.runnerGroupId = runnerGroupId;
        return builder;
    }

    /** When it was accepted. */
    public Instant created() {
        return created;
    }

    /** When its main process started. */
    public Optional<Instant> started() {
        return Optional.ofNullable(started);
    }

    /** When somebody, or its lifetime, first asked for its end. */
    public Optional<Instant> stopRequested() {
        return Optional.ofNullable(stopRequested);
    }

    /** When it ended: nothing in it is alive and its snapshots on stop were taken. */
    public Optional<Instant> ended() {
        return Optional.ofNullable(ended);
    }

    /** How it ended; set with {@link #ended()}. */
    public Optional<Ending> ending() {
        return Optional.ofNullable(ending);
    }

    /** The main process's exit code, 128 + n when signal n ended it; empty until then and where it is not known. */
    public OptionalInt exitCode() {
        return exitCode == null ? OptionalInt.empty() : OptionalInt.of(exitCode);
    }

    /** Why it is as it is, for people. */
    public Optional<String> reason() {
        return Optional.ofNullable(reason);
    }

    /** The state that a platform with a state machine of its own reports; stronger than what the other facts say. */
    public Optional<SandboxStatus> reported() {
        return Optional.ofNullable(reported);
    }

    /** The lifetime in force; empty where there is none. */
    public Optional<Duration> maxLifetime() {
        return Optional.ofNullable(maxLifetime);
    }

    /** The resources in force; empty where they are not known yet. */
    public Optional<ResourceOptions> resources() {
        return Optional.ofNullable(resources);
    }

    /** What is really enforced; empty where it is not known. */
    public Optional<Enforcement> enforcement() {
        return Optional.ofNullable(enforcement);
    }

    /** The machine it is on, as its platform names it. */
    public Optional<String> runnerId() {
        return Optional.ofNullable(runnerId);
    }

    /** The group of machines it is on. */
    public Optional<String> runnerGroupId() {
        return Optional.ofNullable(runnerGroupId);
    }

    /** Names times and ends only. */
    @Override
    public String toString() {
        return "SandboxFacts[" + SandboxStatus.of(this).id() + ", created=" + created + "]";
    }

    /** Collects facts. A null value says that it is not known. */
    public static final class Builder {

        private final Instant created;
        private Instant started;
        private Instant stopRequested;
        private Instant ended;
        private Ending ending;
        private Integer exitCode;
        private String reason;
        private SandboxStatus reported;
        private Duration maxLifetime;
        private ResourceOptions resources;
        private Enforcement enforcement;
        private String runnerId;
        private String runnerGroupId;

        private Builder(Instant created) {
            this.created = created;
        }

        public Builder started(Instant time) {
            started = time;
            return this;
        }

        public Builder stopRequested(Instant time) {
            stopRequested = time;
            return this;
        }

        /** It ended at {@code time}. */
        public Builder ended(Instant time, Ending how) {
            ended = time;
            ending = how;
            return this;
        }

        public Builder exitCode(Integer value) {
            exitCode = value;
            return this;
        }

        public Builder reason(String text) {
            reason = text;
            return this;
        }

        public Builder reported(SandboxStatus status) {
            reported = status;
            return this;
        }

        public Builder maxLifetime(Duration value) {
            maxLifetime = value;
            return this;
        }

        public Builder resources(ResourceOptions value) {
            resources = value;
            return this;
        }

        public Builder enforcement(Enforcement value) {
            enforcement = value;
            return this;
        }

        public Builder runnerId(String value) {
            runnerId = value;
            return this;
        }

        public Builder runnerGroupId(String value) {
            runnerGroupId = value;
            return this;
        }

        public SandboxFacts build() {
            return new SandboxFacts(this);
        }
    }
}
