package io.camelsandbox.engine.local.wire;

import java.io.IOException;

/** The other side sent something that is no frame of the protocol: the connection ends. */
public class ProtocolException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Says what was wrong with the frame, never what was in it. */
    public ProtocolException(String message) {
        super(message);
    }
}
