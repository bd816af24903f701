package io.camelsandbox.sandbox;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxExecutionException;

/** A function that was called in a sandbox raised an exception, or returned what JSON cannot hold. */
public class FunctionException extends SandboxExecutionException {

    private static final long serialVersionUID = 1L;

    private final String exceptionType;
    private final String exceptionMessage;

    /** An exception of the function's own language; its text is data of a guest and is not in this one's message. */
    public FunctionException(String exceptionType, String exceptionMessage, ExecutionResult result) {
        super(Reason.FUNCTION_FAILED, "the function failed: see exceptionType() and exceptionMessage()", result);
        this.exceptionType = exceptionType;
        this.exceptionMessage = exceptionMessage;
    }

    /** The exception's class as the guest names it, such as {@code ValueError}; never null. */
    public String exceptionType() {
        return exceptionType;
    }

    /** What the guest's exception says; never null. */
    public String exceptionMessage() {
        return exceptionMessage;
    }
}
