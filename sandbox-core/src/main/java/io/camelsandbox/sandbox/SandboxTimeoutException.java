package io.camelsandbox.sandbox;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;

/**
 * Something took too long. The reason says what: COMMAND_TIMEOUT (a command reached its time limit and was ended; its
 * result holds the output until then), WAIT_TIMEOUT (what was waited for goes on), REQUEST_TIMEOUT (the engine did not
 * answer) or FSS_WAIT_TIMEOUT (the snapshot is not ready yet).
 */
public class SandboxTimeoutException extends SandboxException {

    private static final long serialVersionUID = 1L;

    /** A wait that was over before what was waited for. */
    public SandboxTimeoutException(Reason reason, String message) {
        super(reason, message);
    }

    /** A command that reached its time limit. */
    public SandboxTimeoutException(String message, ExecutionResult result) {
        super(Reason.COMMAND_TIMEOUT, message, result, null);
    }
}
