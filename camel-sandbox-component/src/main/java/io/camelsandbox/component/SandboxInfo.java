package io.camelsandbox.component;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.SandboxStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/** What is known of a sandbox at a moment, as a plain value; null where a thing is not known. */
@JsonAutoDetect(
        getterVisibility = JsonAutoDetect.Visibility.NONE,
        isGetterVisibility = JsonAutoDetect.Visibility.NONE,
        fieldVisibility = JsonAutoDetect.Visibility.NONE)
@JsonPropertyOrder({
    "id",
    "status",
    "return_code",
    "reason",
    "image",
    "tags",
    "annotations",
    "created_at",
    "started_at",
    "ended_at",
    "max_lifetime_seconds"
})
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class SandboxInfo {

    private final String id;
    private final String status;
    private final Integer returnCode;
    private final String image;
    private final List<String> tags;
    private final Map<String, String> annotations;
    private final Optional<SandboxFacts> facts;

    private SandboxInfo(Sandbox sandbox) {
        id = sandbox.id().orElse("");
        status = sandbox.status().orElse(SandboxStatus.UNSPECIFIED).id();
        returnCode = sandbox.returnCode().isPresent() ? sandbox.returnCode().getAsInt() : null;
        image = sandbox.spec().image().orElse(null);
        tags = sandbox.spec().tags();
        annotations = sandbox.spec().annotations();
        facts = sandbox.facts();
    }

    /** What is known of {@code sandbox} now. */
    static SandboxInfo of(Sandbox sandbox) {
        return new SandboxInfo(Objects.requireNonNull(sandbox));
    }

    /** Puts the sandbox's id, state and return code into headers. */
    static void mark(Exchange exchange, Sandbox sandbox) {
        SandboxInfo info = of(sandbox);
        Message message = exchange.getMessage();
        markId(exchange, info.id);
        message.setHeader(SandboxConstants.STATUS, info.status);
        if (info.returnCode != null) {
            message.setHeader(SandboxConstants.RETURN_CODE, info.returnCode);
        }
    }

    /** Puts a sandbox's id into its header. */
    static void markId(Exchange exchange, String id) {
        exchange.getMessage().setHeader(SandboxConstants.ID, id);
    }

    /** Its id. */
    @JsonProperty("id")
    public String getId() {
        return id;
    }

    /** Its state, such as {@code running} or {@code completed}. */
    @JsonProperty("status")
    public String getStatus() {
        return status;
    }

    /** The exit code of its main process, when it has completed. */
    @JsonProperty("return_code")
    public Integer getReturnCode() {
        return returnCode;
    }

    /** Why it is as it is, for people. */
    @JsonProperty("reason")
    public String getReason() {
        return facts.flatMap(SandboxFacts::reason).orElse(null);
    }

    /** Its root file system. */
    @JsonProperty("image")
    public String getImage() {
        return image;
    }

    /** The words to find it by. */
    @JsonProperty("tags")
    public List<String> getTags() {
        return tags;
    }

    /** The notes that are kept with it. */
    @JsonProperty("annotations")
    public Map<String, String> getAnnotations() {
        return annotations;
    }

    /** When it was accepted, as ISO 8601 has it. */
    @JsonProperty("created_at")
    public String getCreatedAt() {
        return text(facts.map(SandboxFacts::created));
    }

    /** When its main process started. */
    @JsonProperty("started_at")
    public String getStartedAt() {
        return text(facts.flatMap(SandboxFacts::started));
    }

    /** When it ended. */
    @JsonProperty("ended_at")
    public String getEndedAt() {
        return text(facts.flatMap(SandboxFacts::ended));
    }

    /** The longest it lives, in seconds. */
    @JsonProperty("max_lifetime_seconds")
    public Long getMaxLifetimeSeconds() {
        return facts.flatMap(SandboxFacts::maxLifetime).map(Duration::toSeconds).orElse(null);
    }

    private static String text(Optional<Instant> time) {
        return time.map(Instant::toString).orElse(null);
    }

    /** Names id and state. */
    @Override
    public String toString() {
        return "SandboxInfo[id=" + id + ", status=" + status + "]";
    }
}
