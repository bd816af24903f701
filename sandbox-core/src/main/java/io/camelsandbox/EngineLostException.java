package io.camelsandbox;

/** The engine was lost while the execution ran. Its result, where there is one, holds the output until then. */
public class EngineLostException extends SandboxException {

    private static final long serialVersionUID = 1L;

    /** An execution that was lost; {@code result} may be null. */
    public EngineLostException(String message, ExecutionResult result, Throwable cause) {
        super(Reason.ENGINE_LOST, message, result, cause);
    }
}
