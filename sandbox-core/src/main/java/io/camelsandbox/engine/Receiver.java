package io.camelsandbox.engine;

import io.camelsandbox.SandboxException;

/**
 * Where an engine reports to. For one receiver the calls come one at a time, in order, and after {@link #complete()} or
 * {@link #failed} there is none. They may come on an engine's own thread: a receiver of core returns at once and does
 * not throw.
 */
public interface Receiver<T> {

    /** The next item. A buffer is the receiver's during the call only: what it wants to keep it copies. */
    void next(T item);

    /** The end: everything was reported. */
    void complete();

    /** The end: there is more, or there was to be, and it cannot be had. */
    void failed(SandboxException cause);
}
