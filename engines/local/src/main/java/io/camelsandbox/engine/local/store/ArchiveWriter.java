package io.camelsandbox.engine.local.store;

import io.camelsandbox.sandbox.FileSystemSnapshot;
import java.nio.ByteBuffer;

/** Takes the archive of one snapshot. Calls come one at a time, from any thread; they block on the disk. */
public interface ArchiveWriter {

    /**
     * Adds bytes.
     *
     * @throws io.camelsandbox.sandbox.SandboxSnapshotException when they cannot be kept: FSS_QUOTA_EXCEEDED,
     *     FSS_CREATE_FAILED. The snapshot is failed then, and further calls are without effect
     */
    void write(ByteBuffer bytes);

    /** All of it was written: the snapshot is ready, or failed where it cannot be kept. Returns it. */
    FileSystemSnapshot commit();

    /** It cannot be taken. Returns the snapshot, failed for {@code reason}; after a commit, as it is. */
    FileSystemSnapshot fail(String reason);
}
