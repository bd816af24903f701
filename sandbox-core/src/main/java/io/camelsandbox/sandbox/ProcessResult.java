package io.camelsandbox.sandbox;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Output;
import java.util.List;
import java.util.Objects;

/**
 * How a command in a live sandbox ended.
 *
 * @param command   what ran
 * @param execution how it ended and what it left; its output is empty where it was streamed
 */
public record ProcessResult(List<String> command, ExecutionResult execution) {

    public ProcessResult {
        command = List.copyOf(command);
        Objects.requireNonNull(execution);
    }

    /** Standard output. */
    public Output stdout() {
        return execution.stdout();
    }

    /** Standard error. */
    public Output stderr() {
        return execution.stderr();
    }

    /** The exit code; 128 + n when signal n ended it. */
    public int exitCode() {
        return execution.exitCode();
    }

    /** Names no arguments and no output. */
    @Override
    public String toString() {
        return "ProcessResult[exitCode=" + exitCode() + "]";
    }
}
