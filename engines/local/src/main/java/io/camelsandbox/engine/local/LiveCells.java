package io.camelsandbox.engine.local;

import io.camelsandbox.EngineLostException;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.local.cgroup.Group;
import io.camelsandbox.engine.local.cgroup.GroupLimits;
import io.camelsandbox.engine.local.live.Cell;
import io.camelsandbox.engine.local.live.CellPlan;
import io.camelsandbox.engine.local.live.Cells;
import io.camelsandbox.engine.local.outcome.Verdict;
import io.camelsandbox.engine.local.store.StoredCell;
import io.camelsandbox.engine.local.wire.Payload;
import io.camelsandbox.engine.local.wire.ProtocolException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Makes cells of the same sandboxes that executions of their own run in, and finds those of engines that have died. */
final class LiveCells implements Cells {

    private final Sandboxes sandboxes;
    private final Preparation preparation;
    private final RuntimeFolder folder;
    private final Keeping keeping;
    private final Set<AdoptedCell> adopted = ConcurrentHashMap.newKeySet();

    LiveCells(Sandboxes sandboxes, Preparation preparation, RuntimeFolder folder, Keeping keeping) {
        this.sandboxes = sandboxes;
        this.preparation = preparation;
        this.folder = folder;
        this.keeping = keeping;
    }

    @Override
    public Cell prepare(CellPlan plan, Runnable afterwards) {
        if (keeping.patience().isEmpty()) {
            return new SandboxCell(sandboxes.prepare(SandboxPlan.of(plan), afterwards));
        }
        Path socket = folder.newSocket();
        return new SandboxCell(sandboxes.prepare(SandboxPlan.of(plan), Optional.of(socket), () -> {
            keeping.drop(socket);
            afterwards.run();
        }));
    }

    @Override
    public Cell adopt(StoredCell kept, GroupLimits limits) {
        var cell = new AdoptedCell(kept, keeping.adopt(kept, limits), keeping, adopted::remove);
        adopted.add(cell);
        return cell;
    }

    /** Makes the tenants of adopted cells leave; on the loop's thread. */
    void evictAdopted(String why) {
        Set.copyOf(adopted).forEach(cell -> cell.evict(why));
    }

    @Override
    public Path newFolder() throws IOException {
        return folder.newShown();
    }

    /** What ran out in a group since this was last asked. */
    static Verdict.Counters take(Group group) {
        var counters = new Verdict.Counters(group.ranOutOfMemory(), group.ranOutOfProcesses());
        if (counters.outOfMemory() || counters.outOfProcesses()) {
            group.begin();
        }
        return counters;
    }

    private final class SandboxCell implements Cell {

        private final LiveSandbox sandbox;

        SandboxCell(LiveSandbox sandbox) {
            this.sandbox = sandbox;
        }

        @Override
        public void start(Tenant tenant) {
            sandbox.hold();
            sandbox.occupy(new Occupant(sandbox, tenant, preparation));
            sandboxes.start(sandbox);
        }

        @Override
        public Optional<CompletableFuture<StoredCell>> keep() {
            return sandbox.listen().map(socket -> keeping.keep(sandbox, socket));
        }

        @Override
        public void lease(Duration lifetime, Duration grace) {
            keeping.patience().ifPresent(patience -> sandbox.send(InitFrames.lease(patience, lifetime, grace)));
        }

        @Override
        public void send(ByteBuffer... frame) {
            sandbox.send(frame);
        }

        @Override
        public void kill() {
            sandbox.kill();
        }

        @Override
        public void letGo() {
            sandbox.letGo();
        }

        @Override
        public Verdict.Counters takeCounters() {
            return sandbox.group().map(LiveCells::take).orElse(Verdict.Counters.NONE);
        }
    }

    /** Tells the tenant of a cell what becomes of the sandbox. */
    private record Occupant(LiveSandbox sandbox, Cell.Tenant tenant, Preparation preparation)
            implements LiveSandbox.Tenant {

        @Override
        public void joined() {
            preparation.setUp(sandbox);
            tenant.joined();
        }

        @Override
        public void ready() {
            // what was sent ahead is done now
        }

        @Override
        public void frame(int type, Payload payload) throws ProtocolException {
            tenant.frame(type, payload);
        }

        @Override
        public void refused(String step, long errno) {
            tenant.over(Refusals.byLauncher(step, errno));
        }

        @Override
        public void ended(LiveSandbox.End end) {
            SandboxException why = sandbox.isReady()
                    ? new EngineLostException("the sandbox ended" + Refusals.detail(end), null, null)
                    : Refusals.byBubblewrap(end);
            tenant.over(why);
        }

        @Override
        public void lost(String why) {
            tenant.over(new EngineLostException(why, null, null));
        }

        @Override
        public void evicted(String why) {
            tenant.evicted(why);
        }
    }
}
