package io.camelsandbox.engine;

/**
 * A stream from a sandbox on its way to a {@link Receiver}. At most {@link #WINDOW} bytes that were reported may be
 * waiting for {@link #taken}: with that many on their way the engine stops, and what writes inside the sandbox is held
 * up. An item that is larger than what is left of the window is cut, or waits.
 */
public interface HostedTransfer extends Cancellable {

    /** How many bytes of one stream may have been reported and not been taken. */
    int WINDOW = 262_144;

    /** The receiver's owner has taken {@code bytes} more of what was reported; positive. After the end it is ignored. */
    void taken(long bytes);
}
