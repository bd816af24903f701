package io.camelsandbox.sandbox.document;

import static io.camelsandbox.sandbox.document.SpecDocument.put;

import io.camelsandbox.sandbox.FileSystemSnapshot;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@link FileSystemSnapshot} as plain values, for messages and the stores of engines. */
public final class SnapshotDocument {

    private SnapshotDocument() {}

    /** Writes what {@link #fromMap} reads. */
    public static Map<String, Object> toMap(FileSystemSnapshot snapshot) {
        var map = new LinkedHashMap<String, Object>();
        map.put("file_system_snapshot_id", snapshot.id());
        map.put("status", snapshot.status().id());
        put(map, "status_reason", snapshot.statusReason());
        snapshot.sizeBytes().ifPresent(size -> map.put("size_bytes", size));
        map.put("source_sandbox_id", snapshot.sourceSandboxId());
        map.put("source_volume_name", snapshot.sourceVolumeName());
        map.put("trigger", snapshot.trigger().id());
        put(map, "request_id", snapshot.requestId());
        put(map, "object_bucket", snapshot.objectBucket());
        map.put("created_at", snapshot.created().toString());
        map.put("updated_at", snapshot.updated().toString());
        put(map, "completed_at", snapshot.completed().map(Instant::toString));
        return map;
    }

    /**
     * Reads a snapshot.
     *
     * @throws RuntimeException when it is not what {@link #toMap} writes
     */
    public static FileSystemSnapshot fromMap(Map<String, ?> document) {
        Fields fields = Fields.of("snapshot", document);
        return new FileSystemSnapshot(
                fields.requiredText("file_system_snapshot_id"),
                fields.choice("status", FileSystemSnapshot.Status.class).orElse(FileSystemSnapshot.Status.UNSPECIFIED),
                fields.text("status_reason"),
                fields.number("size_bytes"),
                fields.requiredText("source_sandbox_id"),
                fields.requiredText("source_volume_name"),
                fields.choice("trigger", FileSystemSnapshot.Trigger.class).orElse(FileSystemSnapshot.Trigger.MANUAL),
                fields.text("request_id"),
                fields.text("object_bucket"),
                Instant.parse(fields.requiredText("created_at")),
                Instant.parse(fields.requiredText("updated_at")),
                fields.text("completed_at").map(Instant::parse));
    }
}
