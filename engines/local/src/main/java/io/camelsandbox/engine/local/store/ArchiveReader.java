package io.camelsandbox.engine.local.store;

import java.nio.ByteBuffer;

/** Gives the bytes of one archive as they were written. Calls come one at a time; they block on the disk. */
public interface ArchiveReader extends AutoCloseable {

    /**
     * Reads into {@code bytes}, as much as is there and fits.
     *
     * @return how many, at least one where there is room; -1 at the end, which is only told when the archive is what was
     *     written
     * @throws io.camelsandbox.sandbox.SandboxSnapshotException FSS_RESTORE_FAILED when it is damaged
     */
    int read(ByteBuffer bytes);

    /** Lets go of it. Idempotent. */
    @Override
    void close();
}
