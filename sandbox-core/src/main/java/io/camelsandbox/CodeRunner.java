package io.camelsandbox;

import io.camelsandbox.code.ExecutionFactory;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.SandboxEngine;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Runs code on an engine, each time in a sandbox of its own. Safe for any number of threads. */
public final class CodeRunner {

    private final SandboxEngine engine;
    private final ExecutionFactory executions;

    /** Runs code on {@code engine}, which the caller starts and closes. */
    public CodeRunner(SandboxEngine engine) {
        this.engine = Objects.requireNonNull(engine);
        this.executions = new ExecutionFactory(engine, System.getenv());
    }

    /**
     * Runs a request. Returns at once.
     *
     * <p>An exit code that is not zero, a timeout and the other limits are results. The future fails with a
     * {@link SandboxException} where there was no execution at all. It is completed on a thread that must not be
     * blocked. Cancelling it ends the execution.
     */
    public CompletableFuture<ExecutionResult> run(CodeRequest request) {
        Execution execution;
        try {
            execution = executions.create(request);
        } catch (SandboxException e) {
            return CompletableFuture.failedFuture(e);
        }
        return engine.run(execution);
    }

    /**
     * Checks what can be checked without running: code, env, names of files, globs, limits, the interpreter.
     *
     * @throws SandboxException with the first thing that is wrong
     */
    public void check(CodeRequest request) {
        executions.create(request);
    }
}
