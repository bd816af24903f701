package io.camelsandbox.sandbox;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;

/** The sandbox was stopped, or ended by its platform, and so did not complete by itself. */
public class SandboxTerminatedException extends SandboxException {

    private static final long serialVersionUID = 1L;

    /** Says which sandbox, and why as far as that is known. */
    public SandboxTerminatedException(String message) {
        super(Reason.SANDBOX_TERMINATED, message);
    }
}
