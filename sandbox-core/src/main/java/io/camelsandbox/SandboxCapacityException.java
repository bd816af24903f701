package io.camelsandbox;

/** All places are taken: nothing ran. Never thrown for an execution that took too long itself. */
public class SandboxCapacityException extends SandboxException {

    private static final long serialVersionUID = 1L;

    /** Says which option to raise. */
    public SandboxCapacityException(String message) {
        super(Reason.RUNNER_CAPACITY_EXHAUSTED, message);
    }
}
