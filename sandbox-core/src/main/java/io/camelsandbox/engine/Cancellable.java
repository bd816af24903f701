package io.camelsandbox.engine;

/** Something that goes on until it is told not to. */
public interface Cancellable {

    /**
     * Ends it. Idempotent; may cross the end. Its receiver hears nothing more, except where the method that made it says
     * otherwise.
     */
    void cancel();
}
