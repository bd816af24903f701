package io.camelsandbox;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The base of everything this library throws. The message says what to change; it never holds code, standard input or
 * values of the environment.
 */
public class SandboxException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final transient ExecutionResult result;

    /** An error of an execution that has no result. */
    public SandboxException(Reason reason, String message) {
        this(reason, message, null, null);
    }

    /** An error of an execution that has no result, with what caused it. */
    public SandboxException(Reason reason, String message, Throwable cause) {
        this(reason, message, null, cause);
    }

    /** An error with the result of its execution, as far as it got; {@code result} and {@code cause} may be null. */
    public SandboxException(Reason reason, String message, ExecutionResult result, Throwable cause) {
        super(message, cause);
        this.reason = Objects.requireNonNull(reason);
        this.result = result;
    }

    /** Why it was thrown; never null. */
    public Reason reason() {
        return reason;
    }

    /** The result of the execution as far as it got; empty where nothing ran. */
    public Optional<ExecutionResult> result() {
        return Optional.ofNullable(result);
    }

    /** More of what went wrong, by stable names such as {@code filepath} or {@code max_size_bytes}; never null. */
    public Map<String, String> metadata() {
        return Map.of();
    }

    /** How long to wait before it is worth another try; empty where that is not known. */
    public Optional<Duration> retryDelay() {
        return Optional.empty();
    }
}
