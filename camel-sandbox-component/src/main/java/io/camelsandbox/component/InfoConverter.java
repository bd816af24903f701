package io.camelsandbox.component;

import java.util.Map;
import org.apache.camel.Converter;
import org.apache.camel.util.json.JsonArray;
import org.apache.camel.util.json.JsonObject;

/** What is known of sandboxes and snapshots, as map and as JSON. */
@Converter(generateLoader = true)
public final class InfoConverter {

    private InfoConverter() {}

    /** The fields by their JSON names. */
    @Converter
    public static JsonObject toJson(SandboxInfo info) {
        var json = new JsonObject();
        json.put("id", info.getId());
        json.put("status", info.getStatus());
        putIfThere(json, "return_code", info.getReturnCode());
        putIfThere(json, "reason", info.getReason());
        putIfThere(json, "image", info.getImage());
        json.put("tags", new JsonArray(info.getTags()));
        json.put("annotations", new JsonObject(info.getAnnotations()));
        putIfThere(json, "created_at", info.getCreatedAt());
        putIfThere(json, "started_at", info.getStartedAt());
        putIfThere(json, "ended_at", info.getEndedAt());
        putIfThere(json, "max_lifetime_seconds", info.getMaxLifetimeSeconds());
        return json;
    }

    /** The fields by their JSON names. */
    @Converter
    public static Map<String, Object> toMap(SandboxInfo info) {
        return toJson(info);
    }

    /** The fields as JSON text. */
    @Converter
    public static String toText(SandboxInfo info) {
        return toJson(info).toJson();
    }

    /** The fields by their JSON names. */
    @Converter
    public static JsonObject snapshotToJson(SnapshotInfo info) {
        var json = new JsonObject();
        json.put("id", info.getId());
        json.put("status", info.getStatus());
        putIfThere(json, "reason", info.getReason());
        putIfThere(json, "size_bytes", info.getSizeBytes());
        json.put("source_sandbox_id", info.getSourceSandboxId());
        json.put("source_volume_name", info.getSourceVolumeName());
        json.put("trigger", info.getTrigger());
        json.put("created_at", info.getCreatedAt());
        putIfThere(json, "completed_at", info.getCompletedAt());
        return json;
    }

    /** The fields by their JSON names. */
    @Converter
    public static Map<String, Object> snapshotToMap(SnapshotInfo info) {
        return snapshotToJson(info);
    }

    /** The fields as JSON text. */
    @Converter
    public static String snapshotToText(SnapshotInfo info) {
        return snapshotToJson(info).toJson();
    }

    private static void putIfThere(JsonObject json, String name, Object value) {
        if (value != null) {
            json.put(name, value);
        }
    }
}
