package io.camelsandbox.component;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.camelsandbox.DisplayPart;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.OutputFile;
import io.camelsandbox.Termination;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The body of a message after a run: an {@link ExecutionResult} as a plain value, for Simple ({@code ${body.stdout}}),
 * for the type converters and for JSON.
 */
@JsonAutoDetect(
        getterVisibility = JsonAutoDetect.Visibility.NONE,
        isGetterVisibility = JsonAutoDetect.Visibility.NONE,
        fieldVisibility = JsonAutoDetect.Visibility.NONE)
@JsonPropertyOrder({
    "stdout",
    "stderr",
    "exit_code",
    "execution_time_ms",
    "termination",
    "timed_out",
    "signal",
    "stdout_truncated",
    "stderr_truncated",
    "stdout_bytes",
    "stderr_bytes",
    "cpu_time_ms",
    "peak_memory_bytes",
    "files",
    "display",
    "display_truncated",
    "engine",
    "sandbox_id",
    "enforcement"
})
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class SandboxResult {

    private final ExecutionResult execution;

    /** The plain value of {@code execution}. */
    public SandboxResult(ExecutionResult execution) {
        this.execution = Objects.requireNonNull(execution);
    }

    /** The result as the library has it, with raw bytes and the contents of files. */
    @JsonIgnore
    public ExecutionResult getExecution() {
        return execution;
    }

    /** Standard output as text; where it was spooled to a file, the first of it. */
    @JsonProperty("stdout")
    public String getStdout() {
        return execution.stdout().text();
    }

    /** Standard error as text; where it was spooled to a file, the first of it. */
    @JsonProperty("stderr")
    public String getStderr() {
        return execution.stderr().text();
    }

    /** The exit code; 128 + n when signal n ended the main process, -1 after a timeout. */
    @JsonProperty("exit_code")
    public int getExitCode() {
        return execution.exitCode();
    }

    /** Wall time in milliseconds. */
    @JsonProperty("execution_time_ms")
    public long getExecutionTimeMs() {
        return execution.usage().wallTime().toMillis();
    }

    /** Why the run ended, such as {@code exited} or {@code timed_out}. */
    @JsonProperty("termination")
    public String getTermination() {
        return execution.termination().id();
    }

    /** True when the time limit ended the run. */
    @JsonProperty("timed_out")
    public boolean isTimedOut() {
        return execution.termination() == Termination.TIMED_OUT;
    }

    /** True when the main process exited by itself with code 0. */
    @JsonIgnore
    public boolean isSucceeded() {
        return execution.succeeded();
    }

    /** The signal that ended the main process, such as {@code SIGKILL}; null when it exited by itself. */
    @JsonProperty("signal")
    public String getSignal() {
        return execution.signal().isPresent() ? Signals.name(execution.signal().getAsInt()) : null;
    }

    /** True when less of a stream was kept than was written to it. */
    @JsonIgnore
    public boolean isTruncated() {
        return isStdoutTruncated() || isStderrTruncated();
    }

    /** True when less of standard output was kept than was written. */
    @JsonProperty("stdout_truncated")
    public boolean isStdoutTruncated() {
        return execution.stdout().truncated();
    }

    /** True when less of standard error was kept than was written. */
    @JsonProperty("stderr_truncated")
    public boolean isStderrTruncated() {
        return execution.stderr().truncated();
    }

    /** How many bytes were written to standard output. */
    @JsonProperty("stdout_bytes")
    public long getStdoutBytes() {
        return execution.stdout().bytesProduced();
    }

    /** How many bytes were written to standard error. */
    @JsonProperty("stderr_bytes")
    public long getStderrBytes() {
        return execution.stderr().bytesProduced();
    }

    /** Processor time in milliseconds. */
    @JsonProperty("cpu_time_ms")
    public long getCpuTimeMs() {
        return execution.usage().cpuTime().toMillis();
    }

    /** The most memory that was held at once, in bytes; null where it could not be read. */
    @JsonProperty("peak_memory_bytes")
    public Long getPeakMemoryBytes() {
        var peak = execution.usage().peakMemory();
        return peak.isPresent() ? peak.getAsLong() : null;
    }

    /** Name and size of each collected file; their contents are in the header {@code CamelSandboxFiles}. */
    @JsonProperty("files")
    public List<Map<String, Object>> getFiles() {
        return execution.files().stream().map(SandboxResult::describe).toList();
    }

    /**
     * What an execution with state showed, each part as a map: {@code value} (its number; parts with the same are forms
     * of one thing), {@code type} (MIME type), and {@code text} or, of what is no text, {@code base64}. Null where
     * nothing was shown.
     */
    @JsonProperty("display")
    public List<Map<String, Object>> getDisplay() {
        return execution.display().isEmpty()
                ? null
                : execution.display().parts().stream()
                        .map(SandboxResult::describe)
                        .toList();
    }

    /** True when something was left out of {@link #getDisplay()}; null where nothing was shown. */
    @JsonProperty("display_truncated")
    public Boolean getDisplayTruncated() {
        return execution.display().isEmpty() ? null : execution.display().truncated();
    }

    /** The text of the value that was shown last; null where there is none. */
    @JsonIgnore
    public String getShown() {
        return execution.display().last("text/plain").map(DisplayPart::text).orElse(null);
    }

    /** The last part that was shown of a MIME type: text, or bytes of what is no text; null where there is none. */
    public Object part(String type) {
        return execution
                .display()
                .last(type)
                .<Object>map(part -> part.isText() ? part.text() : part.content())
                .orElse(null);
    }

    /** The engine's name. */
    @JsonProperty("engine")
    public String getEngine() {
        return execution.engine();
    }

    /** The sandbox that the code ran in. */
    @JsonProperty("sandbox_id")
    public String getSandboxId() {
        return execution.sandboxId();
    }

    /** What was really in force: guarantee to enforced, best_effort or unavailable. */
    @JsonProperty("enforcement")
    public Map<String, String> getEnforcement() {
        Map<String, String> levels = new LinkedHashMap<>();
        execution.enforcement().levels().forEach((guarantee, level) -> levels.put(guarantee.id(), level.id()));
        return levels;
    }

    private static Map<String, Object> describe(OutputFile file) {
        Map<String, Object> description = new LinkedHashMap<>();
        description.put("name", file.name());
        description.put("size", file.size());
        return Collections.unmodifiableMap(description);
    }

    private static Map<String, Object> describe(DisplayPart part) {
        Map<String, Object> description = new LinkedHashMap<>();
        description.put("value", part.value());
        description.put("type", part.type());
        if (part.isText()) {
            description.put("text", part.text());
        } else {
            description.put("base64", Base64.getEncoder().encodeToString(part.content()));
        }
        return Collections.unmodifiableMap(description);
    }

    /** Names no output: bodies are logged, output is not. */
    @Override
    public String toString() {
        return "SandboxResult[termination=" + getTermination() + ", exitCode=" + getExitCode() + "]";
    }
}
