package io.camelsandbox;

/** The execution was cancelled by its caller or by a forced stop. */
public class SandboxCancelledException extends SandboxException {

    private static final long serialVersionUID = 1L;

    /** An execution that was cancelled; {@code result} holds the output until then and may be null. */
    public SandboxCancelledException(String message, ExecutionResult result) {
        super(Reason.CANCELLED, message, result, null);
    }
}
