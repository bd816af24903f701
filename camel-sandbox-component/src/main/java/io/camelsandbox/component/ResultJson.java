package io.camelsandbox.component;

import org.apache.camel.util.json.JsonArray;
import org.apache.camel.util.json.JsonObject;

/** A result as JSON: the four fields of the modules first, then ours. */
final class ResultJson {

    private ResultJson() {}

    static JsonObject of(SandboxResult result) {
        var json = new JsonObject();
        json.put("stdout", result.getStdout());
        json.put("stderr", result.getStderr());
        json.put("exit_code", result.getExitCode());
        json.put("execution_time_ms", result.getExecutionTimeMs());
        json.put("termination", result.getTermination());
        json.put("timed_out", result.isTimedOut());
        putIfThere(json, "signal", result.getSignal());
        json.put("stdout_truncated", result.isStdoutTruncated());
        json.put("stderr_truncated", result.isStderrTruncated());
        json.put("stdout_bytes", result.getStdoutBytes());
        json.put("stderr_bytes", result.getStderrBytes());
        json.put("cpu_time_ms", result.getCpuTimeMs());
        putIfThere(json, "peak_memory_bytes", result.getPeakMemoryBytes());
        var files = new JsonArray();
        result.getFiles().forEach(file -> files.add(new JsonObject(file)));
        json.put("files", files);
        if (result.getDisplay() != null) {
            var display = new JsonArray();
            result.getDisplay().forEach(part -> display.add(new JsonObject(part)));
            json.put("display", display);
        }
        putIfThere(json, "display_truncated", result.getDisplayTruncated());
        json.put("engine", result.getEngine());
        json.put("sandbox_id", result.getSandboxId());
        json.put("enforcement", new JsonObject(result.getEnforcement()));
        return json;
    }

    private static void putIfThere(JsonObject json, String name, Object value) {
        if (value != null) {
            json.put(name, value);
        }
    }
}
