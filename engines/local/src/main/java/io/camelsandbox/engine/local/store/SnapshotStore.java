package io.camelsandbox.engine.local.store;

import io.camelsandbox.engine.Page;
import io.camelsandbox.engine.SnapshotOrder;
import io.camelsandbox.engine.SnapshotQuery;
import io.camelsandbox.sandbox.FileSystemSnapshot;
import io.camelsandbox.sandbox.FileSystemSnapshot.Trigger;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * The snapshots of a folder: a record and an archive each, a gzip file around what the engine gives. One that was
 * interrupted is {@code failed}, never {@code ready}. They are kept until somebody deletes them. Safe for any number of
 * threads; methods block on the disk.
 */
public final class SnapshotStore {

    /**
     * Opens the snapshots of a folder.
     *
     * @param space      bytes that all archives may take
     * @param background completes futures
     */
    public SnapshotStore(StateFolder folder, long space, Executor background, Clock clock) {
        throw new UnsupportedOperationException();
    }

    /**
     * Begins a snapshot, or finds the one that an earlier request of this id, sandbox and trigger began. Of snapshots
     * with the sandbox's end, one request may begin one for each volume.
     *
     * @throws io.camelsandbox.SandboxException REQUEST_ID_CONFLICT when the earlier one was of another volume;
     *     FSS_QUOTA_EXCEEDED when there is no room
     */
    public BegunSnapshot begin(String sandboxId, SnapshotOrder order, Trigger trigger) {
        throw new UnsupportedOperationException();
    }

    /**
     * Opens an archive; until it is closed the snapshot cannot be deleted by this engine.
     *
     * @throws io.camelsandbox.sandbox.SandboxSnapshotException FSS_NOT_FOUND; FSS_NOT_READY
     */
    public ArchiveReader open(String id) {
        throw new UnsupportedOperationException();
    }

    /** The snapshot; fails with FSS_NOT_FOUND. */
    public FileSystemSnapshot find(String id) {
        throw new UnsupportedOperationException();
    }

    /** The snapshot when it is ready or has failed; fails with FSS_NOT_FOUND. */
    public CompletableFuture<FileSystemSnapshot> settled(String id) {
        throw new UnsupportedOperationException();
    }

    /** A page, the youngest first, none twice. Fails with INVALID_REQUEST for a token it never gave. */
    public Page<FileSystemSnapshot> list(SnapshotQuery query) {
        throw new UnsupportedOperationException();
    }

    /** Deletes it; fails with FSS_NOT_FOUND, and with FSS_NOT_READY while it is taken or read. */
    public void delete(String id) {
        throw new UnsupportedOperationException();
    }
}
