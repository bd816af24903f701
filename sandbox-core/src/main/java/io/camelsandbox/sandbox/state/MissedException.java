package io.camelsandbox.sandbox.state;

/** The interpreter ended before it came to an execution that it was given: nothing of that ran. */
final class MissedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MissedException() {
        super("the interpreter ended before the execution was begun");
    }
}
