package io.camelsandbox.sandbox;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;

/** The sandbox could not be started, or was lost. A main process that ends with an error is none of both. */
public class SandboxFailedException extends SandboxException {

    private static final long serialVersionUID = 1L;

    /** Says which sandbox, and why as far as that is known. */
    public SandboxFailedException(String message) {
        super(Reason.SANDBOX_FAILED, message);
    }
}
