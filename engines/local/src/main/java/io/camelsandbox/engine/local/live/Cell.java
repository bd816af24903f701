package io.camelsandbox.engine.local.live;

import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.local.outcome.Verdict;
import io.camelsandbox.engine.local.store.StoredCell;
import io.camelsandbox.engine.local.wire.Payload;
import io.camelsandbox.engine.local.wire.ProtocolException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The isolated environment of one sandbox, from its start until nothing in it is alive. What it has of the host, a user
 * and a group, is given back when it is over and let go. Used on the loop's thread.
 */
public interface Cell {

    /** Whoever works in a cell. After {@link #over} nothing more comes. */
    interface Tenant {
        /** There is a connection, and the limits are on their way: what is sent now waits there for init. */
        void joined();

        /** Something from init. */
        void frame(int type, Payload payload) throws ProtocolException;

        /** Nothing in it is alive; {@code why} says how that came where nobody asked for it. */
        void over(SandboxException why);

        /** The engine closes: the tenant ends its work now. */
        void evicted(String why);
    }

    /** Starts it for a tenant; once. It keeps what it has of the host until {@link #letGo()}. */
    void start(Tenant tenant);

    /**
     * Makes ready what it has of the host to outlive this engine.
     *
     * @return what finds it again, to be safe before {@link #lease}; empty for a cell that ends with its engine
     */
    Optional<CompletableFuture<StoredCell>> keep();

    /**
     * From now on it outlives this engine, if that dies, for as long as the engine's options say. Nobody but it itself
     * ends it then when its lifetime is over.
     *
     * @param lifetime what is left of it
     * @param grace    between SIGTERM to the main process and the end
     */
    void lease(Duration lifetime, Duration grace);

    /** Sends to init; dropped when the connection is gone, which the tenant hears of as the end. */
    void send(ByteBuffer... frame);

    /** Kills everything in it. */
    void kill();

    /** Nobody asks for its counters any more. */
    void letGo();

    /** What ran out since the last time this was asked; reads small files, so not on the loop's thread. */
    Verdict.Counters takeCounters();
}
