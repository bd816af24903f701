package io.camelsandbox.engine.local;

import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.local.live.Cells;
import io.camelsandbox.engine.local.live.LocalHost;
import io.camelsandbox.engine.local.live.Means;
import io.camelsandbox.engine.local.live.Storage;
import io.camelsandbox.engine.local.store.Images;
import io.camelsandbox.engine.local.store.Orphans;
import io.camelsandbox.engine.local.store.SandboxLogs;
import io.camelsandbox.engine.local.store.SandboxStore;
import io.camelsandbox.engine.local.store.SnapshotStore;
import io.camelsandbox.engine.local.store.StateFolder;
import io.camelsandbox.engine.local.store.StoredCell;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What only sandboxes that stay need: opened when somebody first asks for them, so that others need no state folder. */
final class LiveParts implements AutoCloseable {

    private final StateFolder folder;
    private final LocalHost host;

    private LiveParts(StateFolder folder, LocalHost host) {
        this.folder = folder;
        this.host = host;
    }

    /**
     * Opens them; blocks on the disk.
     *
     * @param whyNot tells why the user of sandboxes cannot read a path; empty when it can
     * @throws io.camelsandbox.SandboxUnavailableException when there is no place for records, or an image will not do
     */
    static LiveParts open(StoreOptions options, Means means, Cells cells, Function<Path, Optional<String>> whyNot) {
        var images = new Images(options.images(), whyNot);
        StateFolder folder = StateFolder.open(
                options.statePlaces(ProcFs.userId()),
                ProcFs.userId(),
                Owner.self().text());
        var storage = new Storage(
                new SandboxStore(
                        folder,
                        options.keepEnded(),
                        options.maxSandboxes(),
                        means.clock(),
                        options.orphanPatience().isPresent() ? Orphans.ADOPT : Orphans.LEAVE,
                        LiveParts::isAlive),
                new SandboxLogs(folder, options.logSize(), means.background()),
                new SnapshotStore(folder, options.snapshotSpace(), means.background(), means.clock()),
                images);
        return new LiveParts(folder, new LocalHost(means, storage, cells, ProcFs.totalMemory(), capabilities(options)));
    }

    /** What the engine can do with sandboxes that stay. */
    static Set<Capability> capabilities(StoreOptions options) {
        var capabilities = EnumSet.copyOf(LocalHost.CAPABILITIES);
        if (options.orphanPatience().isPresent()) {
            capabilities.add(Capability.ADOPTION);
        }
        return capabilities;
    }

    private static boolean isAlive(StoredCell cell) {
        return Owner.parse(cell.process()).map(Owner::isAlive).orElse(false);
    }

    LocalHost host() {
        return host;
    }

    /** Comes when all sandboxes are gone and that is written down. */
    @Override
    public void close() {
        folder.close();
    }
}
