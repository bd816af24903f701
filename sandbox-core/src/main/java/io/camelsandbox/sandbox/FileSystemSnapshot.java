package io.camelsandbox.sandbox;

import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A snapshot of a scratch volume.
 *
 * @param id               names it
 * @param status           how far it is
 * @param statusReason     why, for people; empty where there is nothing to say
 * @param sizeBytes        size of its archive; empty until it is ready
 * @param sourceSandboxId  the sandbox it was taken of
 * @param sourceVolumeName that sandbox's volume
 * @param trigger          what it was taken for
 * @param requestId        of the request that made it
 * @param objectBucket     where a platform keeps it; empty on this machine
 * @param created          when it was begun
 * @param updated          when its status last changed
 * @param completed        when it was ready or had failed
 */
public record FileSystemSnapshot(
        String id,
        Status status,
        Optional<String> statusReason,
        OptionalLong sizeBytes,
        String sourceSandboxId,
        String sourceVolumeName,
        Trigger trigger,
        Optional<String> requestId,
        Optional<String> objectBucket,
        Instant created,
        Instant updated,
        Optional<Instant> completed) {

    /** How far a snapshot is. */
    public enum Status {
        CREATING,
        READY,
        FAILED,
        DELETING,
        UNSPECIFIED;

        /** Lower case, as headers and JSON have it. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** True when it is ready or has failed. */
        public boolean settled() {
            return this == READY || this == FAILED;
        }
    }

    /** What a snapshot was taken for. */
    public enum Trigger {
        /** It was asked for while the sandbox ran. */
        MANUAL,
        /** It was asked for with the sandbox's end. */
        ON_DELETE;

        /** Lower case, as headers and JSON have it. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public FileSystemSnapshot {
        Objects.requireNonNull(id);
        Objects.requireNonNull(status);
        Objects.requireNonNull(statusReason);
        Objects.requireNonNull(sizeBytes);
        Objects.requireNonNull(sourceSandboxId);
        Objects.requireNonNull(sourceVolumeName);
        Objects.requireNonNull(trigger);
        Objects.requireNonNull(requestId);
        Objects.requireNonNull(objectBucket);
        Objects.requireNonNull(created);
        Objects.requireNonNull(updated);
        Objects.requireNonNull(completed);
    }

    /** One that was just begun. */
    public static FileSystemSnapshot creating(
            String id, String sandboxId, String volume, Trigger trigger, Optional<String> requestId, Instant now) {
        return new FileSystemSnapshot(
                id,
                Status.CREATING,
                Optional.empty(),
                OptionalLong.empty(),
                sandboxId,
                volume,
                trigger,
                requestId,
                Optional.empty(),
                now,
                now,
                Optional.empty());
    }

    /** This one, ready with an archive of {@code size} bytes. */
    public FileSystemSnapshot ready(long size, Instant now) {
        return with(Status.READY, Optional.empty(), OptionalLong.of(size), now, Optional.of(now));
    }

    /** This one, failed for {@code why}. */
    public FileSystemSnapshot failed(String why, Instant now) {
        return with(Status.FAILED, Optional.of(why), sizeBytes, now, Optional.of(now));
    }

    /** This one, on its way out. */
    public FileSystemSnapshot deleting(Instant now) {
        return with(Status.DELETING, statusReason, sizeBytes, now, completed);
    }

    private FileSystemSnapshot with(
            Status next, Optional<String> why, OptionalLong size, Instant now, Optional<Instant> end) {
        return new FileSystemSnapshot(
                id,
                next,
                why,
                size,
                sourceSandboxId,
                sourceVolumeName,
                trigger,
                requestId,
                objectBucket,
                created,
                now,
                end);
    }
}
