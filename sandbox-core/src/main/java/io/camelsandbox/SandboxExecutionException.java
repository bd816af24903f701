package io.camelsandbox;

/** The execution ended with a failure that the caller asked to be an error; its result is always there. */
public class SandboxExecutionException extends SandboxException {

    private static final long serialVersionUID = 1L;

    /** A failed execution. */
    public SandboxExecutionException(Reason reason, String message, ExecutionResult result) {
        super(reason, message, result, null);
    }
}
