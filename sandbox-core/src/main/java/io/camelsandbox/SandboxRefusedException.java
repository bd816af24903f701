package io.camelsandbox;

/** The request was not accepted: it is not valid, or asks for more than is allowed. Nothing ran. */
public class SandboxRefusedException extends SandboxException {

    private static final long serialVersionUID = 1L;

    /** A request refused with {@link Reason#INVALID_REQUEST}. */
    public SandboxRefusedException(String message) {
        this(Reason.INVALID_REQUEST, message);
    }

    /** A request refused for another {@code reason}. */
    public SandboxRefusedException(Reason reason, String message) {
        super(reason, message);
    }
}
