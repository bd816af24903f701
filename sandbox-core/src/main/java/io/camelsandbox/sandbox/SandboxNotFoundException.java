package io.camelsandbox.sandbox;

import io.camelsandbox.Quoted;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;

/** There is no sandbox of this id, or its record was dropped. */
public class SandboxNotFoundException extends SandboxException {

    private static final long serialVersionUID = 1L;

    private final String sandboxId;

    /** No sandbox {@code sandboxId}. */
    public SandboxNotFoundException(String sandboxId) {
        super(Reason.SANDBOX_NOT_FOUND, "no sandbox '" + Quoted.text(sandboxId) + "'");
        this.sandboxId = sandboxId;
    }

    /** The id that was asked for. */
    public String sandboxId() {
        return sandboxId;
    }
}
