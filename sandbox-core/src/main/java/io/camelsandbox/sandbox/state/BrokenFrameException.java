package io.camelsandbox.sandbox.state;

/** A frame that no bootstrap of ours writes. */
final class BrokenFrameException extends Exception {

    private static final long serialVersionUID = 1L;

    BrokenFrameException(String message) {
        super(message);
    }
}
