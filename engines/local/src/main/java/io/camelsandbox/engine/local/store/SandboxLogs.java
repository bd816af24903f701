package io.camelsandbox.engine.local.store;

import java.util.concurrent.Executor;

/** The logs of sandboxes, each beside its record and dropped with it. */
public final class SandboxLogs {

    /**
     * Logs of a folder.
     *
     * @param size       bytes that one log may take on the disk
     * @param background reads and writes them; may be blocked by the disk
     */
    public SandboxLogs(StateFolder folder, long size, Executor background) {
        throw new UnsupportedOperationException();
    }

    /** The log of a sandbox of this engine whose main process is about to start; blocks on the disk. */
    public SandboxLog create(String sandboxId) {
        throw new UnsupportedOperationException();
    }

    /** The log of any sandbox that has a record, to read what is there now; it is not written by this engine. */
    public SandboxLog recorded(String sandboxId) {
        throw new UnsupportedOperationException();
    }
}
