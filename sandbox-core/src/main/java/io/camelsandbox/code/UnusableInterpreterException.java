package io.camelsandbox.code;

/** Why a candidate cannot be the interpreter; the search goes on with the next. */
final class UnusableInterpreterException extends Exception {

    private static final long serialVersionUID = 1L;

    UnusableInterpreterException(String reason) {
        super(reason);
    }
}
