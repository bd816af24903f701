package io.camelsandbox.sandbox;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;

/** The sandbox does not run: it has ended, is ending, or was stopped before it was started. */
public class SandboxNotRunningException extends SandboxException {

    private static final long serialVersionUID = 1L;

    /** Says which sandbox and what became of it. */
    public SandboxNotRunningException(String message) {
        super(Reason.SANDBOX_NOT_RUNNING, message);
    }
}
