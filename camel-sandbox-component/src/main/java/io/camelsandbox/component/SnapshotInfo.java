package io.camelsandbox.component;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.camelsandbox.sandbox.FileSystemSnapshot;
import java.time.Instant;
import org.apache.camel.Exchange;

/** What is known of a snapshot at a moment, as a plain value; null where a thing is not known. */
@JsonAutoDetect(
        getterVisibility = JsonAutoDetect.Visibility.NONE,
        isGetterVisibility = JsonAutoDetect.Visibility.NONE,
        fieldVisibility = JsonAutoDetect.Visibility.NONE)
@JsonPropertyOrder({
    "id",
    "status",
    "reason",
    "size_bytes",
    "source_sandbox_id",
    "source_volume_name",
    "trigger",
    "created_at",
    "completed_at"
})
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class SnapshotInfo {

    private final FileSystemSnapshot snapshot;

    /** What is known of {@code snapshot}. */
    SnapshotInfo(FileSystemSnapshot snapshot) {
        this.snapshot = snapshot;
    }

    /** Puts a snapshot's id and state where later operations find it. */
    static void mark(Exchange exchange, FileSystemSnapshot snapshot) {
        markId(exchange, snapshot.id());
        exchange.getMessage()
                .setHeader(SandboxConstants.SNAPSHOT_STATUS, snapshot.status().id());
    }

    /** Puts a snapshot's id where later operations find it. */
    static void markId(Exchange exchange, String id) {
        exchange.getMessage().setHeader(SandboxConstants.SNAPSHOT_ID, id);
        exchange.setProperty(SandboxConstants.SNAPSHOT_ID, id);
    }

    /** Its id. */
    @JsonProperty("id")
    public String getId() {
        return snapshot.id();
    }

    /** How far it is: creating, ready, failed or deleting. */
    @JsonProperty("status")
    public String getStatus() {
        return snapshot.status().id();
    }

    /** Why it is as it is, for people. */
    @JsonProperty("reason")
    public String getReason() {
        return snapshot.statusReason().orElse(null);
    }

    /** The size of its archive. */
    @JsonProperty("size_bytes")
    public Long getSizeBytes() {
        return snapshot.sizeBytes().isPresent() ? snapshot.sizeBytes().getAsLong() : null;
    }

    /** The sandbox that it was taken of. */
    @JsonProperty("source_sandbox_id")
    public String getSourceSandboxId() {
        return snapshot.sourceSandboxId();
    }

    /** That sandbox's volume. */
    @JsonProperty("source_volume_name")
    public String getSourceVolumeName() {
        return snapshot.sourceVolumeName();
    }

    /** What it was taken for: manual, or on_delete. */
    @JsonProperty("trigger")
    public String getTrigger() {
        return snapshot.trigger().id();
    }

    /** When it was begun, as ISO 8601 has it. */
    @JsonProperty("created_at")
    public String getCreatedAt() {
        return snapshot.created().toString();
    }

    /** When it was ready or had failed. */
    @JsonProperty("completed_at")
    public String getCompletedAt() {
        return snapshot.completed().map(Instant::toString).orElse(null);
    }

    /** Names id and state. */
    @Override
    public String toString() {
        return "SnapshotInfo[id=" + getId() + ", status=" + getStatus() + "]";
    }
}
