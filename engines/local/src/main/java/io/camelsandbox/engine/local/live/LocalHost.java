package io.camelsandbox.engine.local.live;

import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.CreateOrder;
import io.camelsandbox.engine.HostedSandbox;
import io.camelsandbox.engine.Page;
import io.camelsandbox.engine.SandboxHost;
import io.camelsandbox.engine.SandboxQuery;
import io.camelsandbox.engine.SnapshotQuery;
import io.camelsandbox.engine.local.store.Images;
import io.camelsandbox.engine.local.store.StoredSandbox;
import io.camelsandbox.sandbox.FileSystemSnapshot;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Holds the sandboxes of this machine that stay. */
public final class LocalHost implements SandboxHost {

    /** What it can do whatever its options. */
    public static final Set<Capability> CAPABILITIES =
            Set.of(Capability.LIVE_SANDBOXES, Capability.TERMINALS, Capability.SCRATCH_VOLUMES, Capability.SNAPSHOTS);

    private static final Logger LOG = LoggerFactory.getLogger(LocalHost.class);

    private final Means means;
    private final Storage storage;
    private final SpecCheck check;
    private final Creation creation;
    private final Adoption adoption;
    private final Set<Capability> capabilities;
    private final Map<String, LocalSandbox> held = new ConcurrentHashMap<>();

    /**
     * A host of sandboxes.
     *
     * @param cells        makes what they are in
     * @param mostMemory   what this machine has, in bytes
     * @param capabilities what it can do
     */
    public LocalHost(Means means, Storage storage, Cells cells, long mostMemory, Set<Capability> capabilities) {
        this.means = means;
        this.storage = storage;
        this.check = new SpecCheck(mostMemory);
        this.creation = new Creation(means, storage, cells, held);
        this.adoption = new Adoption(means, storage, cells, held);
        this.capabilities = Set.copyOf(capabilities);
        adoption.takeAll();
    }

    @Override
    public String name() {
        return "local";
    }

    @Override
    public Set<Capability> capabilities() {
        return capabilities;
    }

    @Override
    public void check(SandboxSpec spec) {
        storage.images().root(spec.image().orElse(Images.HOST));
        check.check(spec);
    }

    @Override
    public CompletableFuture<HostedSandbox> create(CreateOrder order) {
        return Later.call(means.background(), () -> {
            StoredSandbox accepted = creation.accept(order);
            return hosted(accepted);
        });
    }

    @Override
    public CompletableFuture<HostedSandbox> find(String id) {
        LocalSandbox found = held.get(id);
        return found != null
                ? CompletableFuture.completedFuture(found)
                : Later.call(means.background(), () -> hosted(storage.records().find(id)));
    }

    @Override
    public CompletableFuture<Page<HostedSandbox>> list(SandboxQuery query) {
        // what was reported already is in the list as it was reported
        CompletableFuture<Void> saved = CompletableFuture.allOf(
                held.values().stream().map(LocalSandbox::saved).toArray(CompletableFuture[]::new));
        return saved.thenCompose(done -> Later.call(means.background(), () -> {
            Page<StoredSandbox> page = storage.records().list(query);
            return new Page<>(page.items().stream().map(this::hosted).toList(), page.nextToken());
        }));
    }

    private HostedSandbox hosted(StoredSandbox record) {
        adoption.takeAll();
        LocalSandbox found = held.get(record.id());
        return found != null ? found : new RecordedSandbox(record, means, storage);
    }

    @Override
    public CompletableFuture<FileSystemSnapshot> findSnapshot(String id) {
        return Later.call(means.background(), () -> storage.snapshots().find(id));
    }

    @Override
    public CompletableFuture<FileSystemSnapshot> settledSnapshot(String id) {
        return storage.snapshots().settled(id);
    }

    @Override
    public CompletableFuture<Page<FileSystemSnapshot>> listSnapshots(SnapshotQuery query) {
        return Later.call(means.background(), () -> storage.snapshots().list(query));
    }

    @Override
    public CompletableFuture<Void> deleteSnapshot(String id) {
        return Later.call(means.background(), () -> {
            storage.snapshots().delete(id);
            return null;
        });
    }

    /** Waits until all have ended and that is written down, but not for ever. */
    public void awaitEnds(Duration patience) {
        try {
            CompletableFuture.allOf(
                            held.values().stream().map(LocalSandbox::ended).toArray(CompletableFuture[]::new))
                    .get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("{} sandboxes have not ended within {} s", held.size(), patience.toSeconds());
        }
    }
}
