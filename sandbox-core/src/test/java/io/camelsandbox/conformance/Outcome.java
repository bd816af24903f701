package io.camelsandbox.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.SandboxException;
import java.time.Duration;
import java.util.Optional;

/**
 * What came of a run: a result or a failure, never both.
 *
 * @param value   the result; null where there is none
 * @param error   why there is none; null where there is one
 * @param elapsed from the request to the answer, as the caller saw it
 */
public record Outcome(ExecutionResult value, SandboxException error, Duration elapsed) {

    /** The result, where there must be one. */
    public ExecutionResult result() {
        if (value == null) {
            throw new AssertionError("no result but " + error.reason() + ": " + error.getMessage(), error);
        }
        return value;
    }

    /** The failure, where there must be one. */
    public SandboxException failure() {
        assertThat(error).as("a failure, not %s", value).isNotNull();
        return error;
    }

    /** The result's output, or the output until the failure. */
    Optional<ExecutionResult> anyResult() {
        return value == null ? error.result() : Optional.of(value);
    }

    /** The name of how it ended; {@code refused} and the like for failures. */
    public String ending() {
        if (value != null) {
            return value.termination().id();
        }
        return switch (error.reason()) {
            case CANCELLED -> "cancelled";
            case ENGINE_LOST -> "engine_lost";
            case RUNNER_CAPACITY_EXHAUSTED -> "capacity";
            case BACKEND_UNAVAILABLE, INTERPRETER_UNAVAILABLE -> "unavailable";
            default -> "refused";
        };
    }

    /** Standard output as text, where there is a result. */
    public String stdout() {
        return result().stdout().text();
    }

    /** Standard error as text, where there is a result. */
    public String stderr() {
        return result().stderr().text();
    }
}
