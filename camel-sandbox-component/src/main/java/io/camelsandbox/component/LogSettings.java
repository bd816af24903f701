package io.camelsandbox.component;

import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.sandbox.LogRequest;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/**
 * Whose logs are read, and which part of them.
 *
 * @param sandboxId the one sandbox; empty for those that have the tags
 */
record LogSettings(Optional<String> sandboxId, List<String> tags, LogRequest request) {

    /**
     * Reads the options of {@code endpoint}.
     *
     * @throws SandboxRefusedException with the first that is wrong
     */
    static LogSettings of(SandboxEndpoint endpoint) {
        Optional<String> id =
                endpoint.reference("sandboxId", endpoint.getSandboxId()).map(value -> literal("sandboxId", value));
        List<String> tags =
                endpoint.getTexts().list("tags", endpoint.getSpecOptions().getTags());
        if (id.isPresent() != tags.isEmpty()) {
            throw new SandboxRefusedException(
                    "sandbox:logs needs sandboxId, or tags that sandboxes have: one of the two");
        }
        return new LogSettings(id, tags, request(endpoint.getLogOptions()));
    }

    private static String literal(String option, MessageValue value) {
        return value.literal()
                .orElseThrow(() -> new SandboxRefusedException(option + " of sandbox:logs must be a text: there is no"
                        + " message yet that an expression could be evaluated for"));
    }

    private static LogRequest request(SandboxLogOptions options) {
        LogRequest.Builder request = LogRequest.builder();
        if (options.isFollow()) {
            request.follow();
        }
        if (options.getTailLines() != null) {
            request.tailLines(options.getTailLines());
        }
        if (options.getSinceTime() != null) {
            request.since(time(options.getSinceTime()));
        }
        if (options.isTimestamps()) {
            request.timestamps();
        }
        return request.build();
    }

    private static Instant time(String text) {
        try {
            return OffsetDateTime.parse(text.trim()).toInstant();
        } catch (DateTimeException e) {
            throw new SandboxRefusedException("sinceTime must be a time with its zone, such as 2026-01-31T10:15:30Z");
        }
    }
}
