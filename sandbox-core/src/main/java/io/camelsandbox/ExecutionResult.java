package io.camelsandbox;

import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * How an execution ended and what it left. It tells the truth on every path: output before a timeout or a kill is kept.
 *
 * @param stdout      standard output
 * @param stderr      standard error
 * @param exitCode    the main process's exit code; 128 + n when signal n ended it; -1 on {@link Termination#TIMED_OUT}
 * @param signal      the signal that ended the main process; empty when it exited
 * @param termination why it ended
 * @param files       the files that were asked for, in the order of their names
 * @param usage       what it used
 * @param enforcement what was really in force
 * @param engine      the engine's name
 * @param sandboxId   the sandbox it ran in
 * @param display     what an execution with state showed; {@link Display#NONE} for all others
 */
public record ExecutionResult(
        Output stdout,
        Output stderr,
        int exitCode,
        OptionalInt signal,
        Termination termination,
        List<OutputFile> files,
        ResourceUsage usage,
        Enforcement enforcement,
        String engine,
        String sandboxId,
        Display display) {

    public ExecutionResult {
        Objects.requireNonNull(stdout);
        Objects.requireNonNull(stderr);
        Objects.requireNonNull(termination);
        Objects.requireNonNull(usage);
        Objects.requireNonNull(enforcement);
        Objects.requireNonNull(display);
        files = List.copyOf(files);
    }

    /** The result of an execution that showed nothing. */
    public ExecutionResult(
            Output stdout,
            Output stderr,
            int exitCode,
            OptionalInt signal,
            Termination termination,
            List<OutputFile> files,
            ResourceUsage usage,
            Enforcement enforcement,
            String engine,
            String sandboxId) {
        this(stdout, stderr, exitCode, signal, termination, files, usage, enforcement, engine, sandboxId, Display.NONE);
    }

    /** The same with other files. */
    public ExecutionResult withFiles(List<OutputFile> values) {
        return new ExecutionResult(
                stdout, stderr, exitCode, signal, termination, values, usage, enforcement, engine, sandboxId, display);
    }

    /** True when the main process exited by itself with code 0. */
    public boolean succeeded() {
        return termination == Termination.EXITED && exitCode == 0;
    }

    /** Names no output: results are logged, output is not. */
    @Override
    public String toString() {
        return "ExecutionResult[termination=" + termination.id() + ", exitCode=" + exitCode + ", engine=" + engine
                + ", sandboxId=" + sandboxId + "]";
    }
}
