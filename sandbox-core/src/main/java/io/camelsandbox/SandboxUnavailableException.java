package io.camelsandbox;

/** The engine cannot run executions here: something is missing, or a required guarantee cannot be given. */
public class SandboxUnavailableException extends SandboxException {

    private static final long serialVersionUID = 1L;

    /** Says what is missing and the remedy. */
    public SandboxUnavailableException(String message) {
        super(Reason.BACKEND_UNAVAILABLE, message);
    }

    /** Says what is missing and the remedy, with the cause. */
    public SandboxUnavailableException(Reason reason, String message, Throwable cause) {
        super(reason, message, cause);
    }
}
