package io.camelsandbox.engine.local;

import io.camelsandbox.engine.local.cgroup.Group;
import io.camelsandbox.engine.local.wire.Connection;
import io.camelsandbox.engine.local.wire.FrameType;
import io.camelsandbox.engine.local.wire.Payload;
import io.camelsandbox.engine.local.wire.ProtocolException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One sandbox from its start until its tree is empty. It holds a host user and a group, which are given back when it is
 * gone and nobody reads the group's counters any more. Used on the loop's thread.
 */
final class LiveSandbox {

    /** Whoever works in the sandbox. After {@code refused}, {@code ended} or {@code lost} nothing more comes. */
    interface Tenant {
        /** There is a connection: what is sent now waits there for init. */
        void joined();

        /** Init runs. */
        void ready();

        /** Something from init. */
        void frame(int type, Payload payload) throws ProtocolException;

        /** It could not be prepared; nothing is left of it. */
        void refused(String step, long errno);

        /** It is gone. */
        void ended(End end);

        /** The launcher is lost, and the sandbox with it. */
        void lost(String why);

        /** The engine closes: the tenant ends its work now. */
        void evicted(String why);
    }

    /**
     * How a sandbox ended.
     *
     * @param waitStatus  of the process that held it
     * @param maxRssKib   the largest process
     * @param diagnostics what bubblewrap wrote to its standard error
     */
    record End(int waitStatus, long maxRssKib, String diagnostics) {
        static End read(Payload payload) throws ProtocolException {
            int status = payload.i32();
            payload.u64();
            payload.u64();
            long maxRss = payload.u64();
            return new End(status, maxRss, payload.text().strip());
        }
    }

    private final long id;
    private final SandboxPlan plan;
    private final long uid;
    private final Optional<Group> group;
    private final Optional<Path> listen;
    private final Consumer<LiveSandbox> kill;
    private final Consumer<LiveSandbox> gone;
    private final CompletableFuture<Void> whenGone = new CompletableFuture<>();
    private Tenant tenant;
    private Connection connection;
    private boolean ready;
    private boolean setUp;
    private boolean booted;
    private boolean killed;
    private boolean over;
    private boolean lost;
    private int holders = 1;
    private long pid;
    private long startTime;

    /**
     * A sandbox that is about to start.
     *
     * @param listen where it waits for connections; empty when it connects itself
     * @param kill asks the launcher to kill it
     * @param gone told when its user and group are free
     */
    LiveSandbox(
            long id,
            SandboxPlan plan,
            long uid,
            Optional<Group> group,
            Optional<Path> listen,
            Consumer<LiveSandbox> kill,
            Consumer<LiveSandbox> gone) {
        this.id = id;
        this.plan = plan;
        this.uid = uid;
        this.group = group;
        this.listen = listen;
        this.kill = kill;
        this.gone = gone;
    }

    long id() {
        return id;
    }

    SandboxPlan plan() {
        return plan;
    }

    long uid() {
        return uid;
    }

    Optional<Group> group() {
        return group;
    }

    /** Where it waits for connections; empty when it connects itself. */
    Optional<Path> listen() {
        return listen;
    }

    /** Its first process; known once it has started. */
    Owner process() {
        return Owner.of(pid, startTime);
    }

    /** True when there is a connection. */
    boolean isJoined() {
        return connection != null;
    }

    /** True when init runs. */
    boolean isReady() {
        return ready;
    }

    /** True when limits and filter were sent. */
    boolean isSetUp() {
        return setUp;
    }

    void markSetUp() {
        setUp = true;
    }

    /** True when an interpreter was started in it. */
    boolean isBooted() {
        return booted;
    }

    void markBooted() {
        booted = true;
    }

    /** True when it was killed, is gone, or its connection is. */
    boolean isOver() {
        return over || killed;
    }

    /** Sets who works in it from now on. */
    void occupy(Tenant newTenant) {
        this.tenant = newTenant;
    }

    /** Completed when nothing of it is left, on a thread that may be blocked a little. */
    CompletableFuture<Void> whenGone() {
        return whenGone;
    }

    /** Keeps user and group until {@link #letGo()}, also when the sandbox is gone before. */
    void hold() {
        holders++;
    }

    /** Ends one {@link #hold()}. */
    void letGo() {
        holders--;
        if (holders == 0) {
            gone.accept(this);
        }
    }

    /** Sends to init; dropped when the connection is gone, which the tenant hears of as the sandbox's end. */
    void send(ByteBuffer... frame) {
        if (connection != null) {
            connection.send(frame);
        }
    }

    /** Kills everything in it. */
    void kill() {
        killed = true;
        if (!over) {
            kill.accept(this);
        }
    }

    /** Makes the tenant leave. */
    void evict(String why) {
        if (!over) {
            tenant.evicted(why);
        }
    }

    /** True when its end was not seen, because the launcher was lost. */
    boolean isLost() {
        return lost;
    }

    /** Kills without the launcher's help what is left of it; true when nothing was. */
    boolean killRemains() {
        boolean alive = pid != 0 && ProcFs.isAlive(pid, startTime);
        if (alive) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
        boolean empty = group.map(Group::isEmpty).orElse(true);
        if (!empty) {
            group.ifPresent(Group::kill);
        }
        return !alive && empty;
    }

    void started(long hostPid, long hostStartTime) {
        this.pid = hostPid;
        this.startTime = hostStartTime;
    }

    void joined(Connection joined) {
        this.connection = joined;
        joined.listener(new Connection.Listener() {
            @Override
            public void frame(int type, Payload payload) throws ProtocolException {
                received(type, payload);
            }

            @Override
            public void closed(IOException cause) {
                // Its end, too, is told by the launcher: it alone knows when the tree is empty.
                kill();
            }
        });
        tenant.joined();
    }

    private void received(int type, Payload payload) throws ProtocolException {
        if (type == FrameType.READY) {
            if (payload.u32() != FrameType.VERSION) {
                throw new ProtocolException("init speaks another version of the protocol");
            }
            payload.u8();
            ready = true;
            tenant.ready();
        } else {
            tenant.frame(type, payload);
        }
    }

    void refused(String step, long errno) {
        finish();
        tenant.refused(step, errno);
        letGo();
    }

    void ended(End end) {
        finish();
        tenant.ended(end);
        letGo();
    }

    /** Its user and group are not given back before it is known to be dead: that is for the caller to see to. */
    void lost(String why) {
        lost = true;
        finish();
        tenant.lost(why);
        letGo();
    }

    private void finish() {
        over = true;
        if (connection != null) {
            connection.close();
        }
    }
}
