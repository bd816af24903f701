package io.camelsandbox.engine;

import io.camelsandbox.SandboxException;
import java.nio.ByteBuffer;

/**
 * Where an engine reports what a process in a live sandbox does. The calls come one at a time and in order:
 * {@link #started()}, any number of {@link #output}, then {@link #exited}; or, at any point, {@link #failed}. After
 * either of these there is none. A receiver returns at once and does not throw.
 */
public interface ProcessReceiver {

    /** The process runs: the engine takes input for it from now on. */
    void started();

    /**
     * What one write of the process gave, as it was written: not merged with another, not held back for more. It may be
     * cut where it is larger than a frame or than what is left of the stream's window. The buffer is the receiver's
     * during the call only.
     */
    void output(StandardStream stream, ByteBuffer bytes);

    /** The process ended, and all its output was reported. */
    void exited(ProcessExit exit);

    /**
     * There is no result: it could not be started ({@link io.camelsandbox.SandboxRefusedException}: no such command, no
     * such folder), the sandbox ended under it ({@code SandboxNotRunningException}) or was lost
     * ({@link io.camelsandbox.EngineLostException}).
     */
    void failed(SandboxException cause);
}
