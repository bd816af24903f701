package io.camelsandbox.engine.local;

import io.camelsandbox.EngineLostException;
import io.camelsandbox.engine.local.cgroup.Group;
import io.camelsandbox.engine.local.live.Cell;
import io.camelsandbox.engine.local.outcome.Verdict;
import io.camelsandbox.engine.local.store.StoredCell;
import io.camelsandbox.engine.local.wire.Connection;
import io.camelsandbox.engine.local.wire.FrameType;
import io.camelsandbox.engine.local.wire.IoLoop;
import io.camelsandbox.engine.local.wire.Payload;
import io.camelsandbox.engine.local.wire.ProtocolException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A cell that was made by an engine that has died. No launcher of this JVM knows it: init itself lets this engine in, is
 * told to end, and is seen to be gone.
 */
final class AdoptedCell implements Cell, Connection.Listener {

    private static final Duration INTERVAL = Duration.ofMillis(20);
    /** Init turns others away until it has seen that the engine before is gone. */
    private static final int ATTEMPTS = 250;

    private static final Duration READY_PATIENCE = Duration.ofSeconds(20);
    private static final Duration END_PATIENCE = Duration.ofSeconds(1);

    private final StoredCell kept;
    private final Owner process;
    private final Optional<Group> group;
    private final Keeping keeping;
    private final IoLoop loop;
    private final Consumer<AdoptedCell> gone;
    private Tenant tenant;
    private Connection connection;
    private IoLoop.Timer deadline;
    private int attempts;
    private boolean ready;
    private boolean killed;
    private boolean over;

    /**
     * A cell that is not connected to yet.
     *
     * @param gone told when it is over and let go
     */
    AdoptedCell(StoredCell kept, Optional<Group> group, Keeping keeping, Consumer<AdoptedCell> gone) {
        this.kept = kept;
        this.process = Owner.parse(kept.process()).orElseThrow();
        this.group = group;
        this.keeping = keeping;
        this.loop = keeping.loop();
        this.gone = gone;
    }

    @Override
    public void start(Tenant newTenant) {
        tenant = newTenant;
        deadline = loop.schedule(READY_PATIENCE, this::kill);
        connect();
    }

    private void connect() {
        if (killed || attempts++ == ATTEMPTS || !process.isAlive()) {
            awaitEnd();
            return;
        }
        try {
            connection = loop.connect(Path.of(kept.socket()));
            connection.listener(this);
        } catch (IOException e) {
            loop.schedule(INTERVAL, this::connect);
        }
    }

    @Override
    public void frame(int type, Payload payload) throws ProtocolException {
        if (ready) {
            tenant.frame(type, payload);
            return;
        }
        if (type != FrameType.READY || payload.u32() != FrameType.VERSION) {
            throw new ProtocolException("the init of an adopted sandbox speaks another protocol");
        }
        payload.u8();
        ready = true;
        deadline.cancel();
        tenant.joined();
    }

    @Override
    public void closed(IOException cause) {
        connection = null;
        if (ready || killed) {
            awaitEnd();
        } else {
            loop.schedule(INTERVAL, this::connect);
        }
    }

    /** The end of the connection may be a moment before the end of all, or come from a fault: then it is made. */
    private void awaitEnd() {
        if (over) {
            return;
        }
        boolean empty = group.map(Group::isEmpty).orElse(true);
        if (process.isAlive() || !empty) {
            destroy();
            loop.schedule(INTERVAL, this::awaitEnd);
            return;
        }
        over = true;
        deadline.cancel();
        tenant.over(new EngineLostException("the sandbox ended", null, null));
    }

    private void destroy() {
        if (process.isAlive()) {
            ProcessHandle.of(process.pid()).ifPresent(ProcessHandle::destroyForcibly);
        } else {
            group.ifPresent(Group::kill);
        }
    }

    @Override
    public Optional<CompletableFuture<StoredCell>> keep() {
        return Optional.of(CompletableFuture.completedFuture(kept));
    }

    @Override
    public void lease(Duration lifetime, Duration grace) {
        keeping.patience().ifPresent(patience -> send(InitFrames.lease(patience, lifetime, grace)));
    }

    @Override
    public void send(ByteBuffer... frame) {
        if (connection != null) {
            connection.send(frame);
        }
    }

    @Override
    public void kill() {
        if (killed || over) {
            return;
        }
        killed = true;
        if (connection != null) {
            send(InitFrames.end());
            loop.schedule(END_PATIENCE, this::awaitEnd);
        }
    }

    /** Makes the tenant leave. */
    void evict(String why) {
        if (!over) {
            tenant.evicted(why);
        }
    }

    @Override
    public void letGo() {
        gone.accept(this);
        keeping.giveBack(kept, group);
    }

    @Override
    public Verdict.Counters takeCounters() {
        return group.map(LiveCells::take).orElse(Verdict.Counters.NONE);
    }
}
