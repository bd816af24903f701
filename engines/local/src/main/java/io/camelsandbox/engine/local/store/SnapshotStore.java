package io.camelsandbox.engine.local.store;

import io.camelsandbox.ByteSize;
import io.camelsandbox.Reason;
import io.camelsandbox.engine.Page;
import io.camelsandbox.engine.SnapshotOrder;
import io.camelsandbox.engine.SnapshotQuery;
import io.camelsandbox.sandbox.FileSystemSnapshot;
import io.camelsandbox.sandbox.FileSystemSnapshot.Trigger;
import io.camelsandbox.sandbox.RequestIds;
import io.camelsandbox.sandbox.SandboxSnapshotException;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The snapshots of a folder: a record and an archive each, a gzip file around what the engine gives. One that was
 * interrupted is {@code failed}, never {@code ready}. They are kept until somebody deletes them. Safe for any number of
 * threads; methods block on the disk.
 */
public final class SnapshotStore {

    private static final long LOOK_AGAIN_MILLIS = 200;

    private final StateFolder folder;
    private final SnapshotRecords records;
    private final long space;
    private final Executor background;
    private final Clock clock;
    /** Snapshots that this engine takes. */
    private final Map<String, CompletableFuture<FileSystemSnapshot>> taking = new ConcurrentHashMap<>();
    /** How many read a snapshot here. */
    private final Map<String, Integer> readers = new ConcurrentHashMap<>();

    /**
     * Opens the snapshots of a folder.
     *
     * @param space      bytes that all archives may take
     * @param background completes futures
     */
    public SnapshotStore(StateFolder folder, long space, Executor background, Clock clock) {
        this.folder = folder;
        this.records = new SnapshotRecords(folder);
        this.space = space;
        this.background = background;
        this.clock = clock;
        folder.locked(() -> {
            for (String id : records.ids()) {
                if (readLocked(id).isEmpty()) {
                    records.delete(id);
                }
            }
            return null;
        });
    }

    /**
     * Begins a snapshot, or finds the one that an earlier request of this id, sandbox and trigger began. Of snapshots
     * with the sandbox's end, one request may begin one for each volume.
     *
     * @throws io.camelsandbox.SandboxException REQUEST_ID_CONFLICT when the earlier one was of another volume;
     *     FSS_QUOTA_EXCEEDED when there is no room
     */
    public BegunSnapshot begin(String sandboxId, SnapshotOrder order, Trigger trigger) {
        String volume = trigger == Trigger.MANUAL ? "" : order.volume();
        String key = SafeFiles.nameOf(String.join("\n", sandboxId, trigger.id(), volume, order.requestId()));
        return folder.locked(() -> {
            Optional<StoredSnapshot> earlier = byRequest(key);
            if (earlier.isPresent()) {
                FileSystemSnapshot snapshot = earlier.get().snapshot();
                RequestIds.requireSame(order.requestId(), snapshot.sourceVolumeName(), order.volume());
                return new BegunSnapshot(snapshot, Optional.empty());
            }
            long used = records.used();
            if (used >= space) {
                throw fullBy(used);
            }
            String id = UUID.randomUUID().toString();
            FileSystemSnapshot snapshot = FileSystemSnapshot.creating(
                    id, sandboxId, order.volume(), trigger, Optional.of(order.requestId()), clock.instant());
            var stored = new StoredSnapshot(snapshot, key, folder.owner(), Optional.empty());
            records.write(stored);
            taking.put(id, new CompletableFuture<>());
            return new BegunSnapshot(snapshot, Optional.of(new ArchiveFileWriter(this, records, stored)));
        });
    }

    private Optional<StoredSnapshot> byRequest(String key) throws IOException {
        for (String id : records.ids()) {
            Optional<StoredSnapshot> stored = readLocked(id);
            if (stored.filter(found -> found.requestKey().equals(key)).isPresent()) {
                return stored;
            }
        }
        return Optional.empty();
    }

    /** Refuses to go on when all archives take more than they may. */
    void requireRoom() throws IOException {
        long used = records.used();
        if (used > space) {
            throw fullBy(used);
        }
    }

    private SandboxSnapshotException fullBy(long used) {
        return new SandboxSnapshotException(
                Reason.FSS_QUOTA_EXCEEDED,
                "snapshots take " + ByteSize.format(used) + " of " + ByteSize.format(space)
                        + ": delete some, or raise the engine property snapshotSpace",
                null);
    }

    /** Ends one that this engine takes. */
    FileSystemSnapshot settle(StoredSnapshot settled) {
        folder.locked(() -> {
            records.write(settled);
            return null;
        });
        FileSystemSnapshot snapshot = settled.snapshot();
        CompletableFuture<FileSystemSnapshot> waiting = taking.remove(snapshot.id());
        if (waiting != null) {
            waiting.completeAsync(() -> snapshot, background);
        }
        return snapshot;
    }

    Clock clock() {
        return clock;
    }

    /**
     * Opens an archive; until it is closed the snapshot cannot be deleted by this engine.
     *
     * @throws SandboxSnapshotException FSS_NOT_FOUND; FSS_NOT_READY
     */
    public ArchiveReader open(String id) {
        return folder.locked(() -> {
            StoredSnapshot stored = readLocked(id).orElseThrow(() -> SandboxSnapshotException.notFound(id));
            FileSystemSnapshot snapshot = stored.snapshot();
            if (snapshot.status() != FileSystemSnapshot.Status.READY) {
                throw notReady(id, "it is " + snapshot.status().id());
            }
            ArchiveReader reader =
                    ArchiveFileReader.open(stored, records.archive(id), () -> readers.computeIfPresent(id, FEWER));
            readers.merge(id, 1, Integer::sum);
            return reader;
        });
    }

    private static final java.util.function.BiFunction<String, Integer, Integer> FEWER =
            (id, count) -> count > 1 ? count - 1 : null;

    private static SandboxSnapshotException notReady(String id, String why) {
        return new SandboxSnapshotException(Reason.FSS_NOT_READY, "snapshot " + id + " cannot be had now: " + why, id);
    }

    /** The snapshot; fails with FSS_NOT_FOUND. */
    public FileSystemSnapshot find(String id) {
        return folder.io(() -> read(id))
                .map(StoredSnapshot::snapshot)
                .orElseThrow(() -> SandboxSnapshotException.notFound(id));
    }

    /** The snapshot when it is ready or has failed; fails with FSS_NOT_FOUND. */
    public CompletableFuture<FileSystemSnapshot> settled(String id) {
        CompletableFuture<FileSystemSnapshot> own = taking.get(id);
        if (own != null) {
            return own.copy();
        }
        FileSystemSnapshot snapshot;
        try {
            snapshot = find(id);
        } catch (io.camelsandbox.SandboxException e) {
            return CompletableFuture.failedFuture(e);
        }
        if (snapshot.status().settled()) {
            return CompletableFuture.completedFuture(snapshot);
        }
        // another engine takes it, and tells nobody when it is done
        Executor later = CompletableFuture.delayedExecutor(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS, background);
        return CompletableFuture.runAsync(() -> {}, later).thenCompose(nothing -> settled(id));
    }

    /** A page, the youngest first, none twice. Fails with INVALID_REQUEST for a token it never gave. */
    public Page<FileSystemSnapshot> list(SnapshotQuery query) {
        return folder.io(() -> {
            var places = new ArrayList<PageToken>();
            for (String id : records.ids()) {
                records.read(id).map(StoredSnapshot::place).ifPresent(places::add);
            }
            return Paging.page(places, query.pageSize(), query.pageToken(), place -> folder.io(() -> read(place.id()))
                    .map(StoredSnapshot::snapshot)
                    .filter(snapshot -> query.sourceSandboxId()
                            .filter(source -> !source.equals(snapshot.sourceSandboxId()))
                            .isEmpty()));
        });
    }

    /** Deletes it; fails with FSS_NOT_FOUND, and with FSS_NOT_READY while it is taken or read. */
    public void delete(String id) {
        folder.locked(() -> {
            StoredSnapshot stored = readLocked(id).orElseThrow(() -> SandboxSnapshotException.notFound(id));
            if (!stored.snapshot().status().settled()) {
                throw notReady(id, "it is being taken");
            }
            if (readers.containsKey(id)) {
                throw notReady(id, "it is being restored");
            }
            records.delete(id);
            return null;
        });
    }

    private Optional<StoredSnapshot> read(String id) throws IOException {
        Optional<StoredSnapshot> found = records.read(id);
        boolean settled =
                found.filter(stored -> stored.snapshot().status().settled()).isPresent();
        return settled || found.isEmpty() || taking.containsKey(id) ? found : folder.locked(() -> readLocked(id));
    }

    /** The record; one whose engine is gone has failed. */
    private Optional<StoredSnapshot> readLocked(String id) throws IOException {
        Optional<StoredSnapshot> found = records.read(id);
        if (found.isEmpty()
                || found.get().snapshot().status().settled()
                || folder.state(found.get().owner()) == Owners.State.ALIVE) {
            return found;
        }
        StoredSnapshot failed = found.get()
                .with(
                        found.get().snapshot().failed("the engine that took it is gone", clock.instant()),
                        Optional.empty());
        SafeFiles.delete(records.unfinished(id));
        records.write(failed);
        return Optional.of(failed);
    }
}
