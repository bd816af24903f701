package io.camelsandbox.engine.local;

import io.camelsandbox.engine.local.wire.Connection;
import io.camelsandbox.engine.local.wire.FrameType;
import io.camelsandbox.engine.local.wire.IoLoop;
import io.camelsandbox.engine.local.wire.Payload;
import io.camelsandbox.engine.local.wire.ProtocolException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The launcher as the engine sees it: starts it when there is something to start, tells each sandbox what happens to it,
 * and tells all of them when the launcher is lost. Everything but the constructor is called on the loop's thread.
 */
final class Launcher {

    private static final Logger LOG = LoggerFactory.getLogger(Launcher.class);
    private static final Duration HELLO_PATIENCE = Duration.ofSeconds(20);

    private enum State {
        DOWN,
        STARTING,
        UP,
        CLOSED
    }

    private final Runnable run;
    private final Runnable kill;
    private final IoLoop loop;
    private final Map<Long, LiveSandbox> sandboxes = new HashMap<>();
    private final ArrayDeque<ByteBuffer> waiting = new ArrayDeque<>();
    private CompletableFuture<Void> drained;
    private State state = State.DOWN;
    private Connection control;
    private IoLoop.Timer helloDeadline;
    private long runs;
    private long ends;

    /**
     * Uses a process.
     *
     * @param run  starts it
     * @param kill ends it
     */
    Launcher(IoLoop loop, Runnable run, Runnable kill) {
        this.loop = loop;
        this.run = run;
        this.kill = kill;
    }

    /** Starts a sandbox; it is told what becomes of it. */
    void start(LiveSandbox sandbox, ByteBuffer frame) {
        if (state == State.CLOSED || drained != null) {
            sandbox.lost("the local engine is closed");
            return;
        }
        sandboxes.put(sandbox.id(), sandbox);
        if (state == State.UP) {
            control.send(frame);
            return;
        }
        waiting.add(frame);
        if (state == State.DOWN) {
            state = State.STARTING;
            helloDeadline = loop.schedule(HELLO_PATIENCE, () -> {
                kill.run();
                fall("the launcher did not report within " + HELLO_PATIENCE.toSeconds() + " s");
            });
            runs++;
            run.run();
        }
    }

    /** Kills a sandbox; it is told when it is gone. */
    void kill(long id) {
        if (state == State.UP) {
            control.send(LauncherFrames.kill(id));
        }
    }

    /** The sandboxes that are not gone. */
    List<LiveSandbox> sandboxes() {
        return List.copyOf(sandboxes.values());
    }

    /** Starts nothing any more; {@code gone} is completed when all sandboxes are gone. */
    void drain(CompletableFuture<Void> gone) {
        drained = gone;
        completeIfDrained();
    }

    private void completeIfDrained() {
        if (drained != null && sandboxes.isEmpty()) {
            drained.complete(null);
        }
    }

    /** Ends the connection: the launcher kills what is left and goes. */
    void close() {
        if (control != null) {
            control.close();
        }
        fall("the local engine is closed");
        state = State.CLOSED;
    }

    /** A new connection, of the launcher itself or of a sandbox: its first frame tells. */
    void accepted(Connection connection) {
        connection.listener(new Connection.Listener() {
            @Override
            public void frame(int type, Payload payload) throws ProtocolException {
                first(connection, type, payload);
            }

            @Override
            public void closed(IOException cause) {
                LOG.debug("A connection ended before its first frame", cause);
            }
        });
    }

    /** The process is gone; {@code why} says how. */
    void processEnded(String why) {
        ends++;
        // The end of a launcher that was lost may be told when the next one is starting already.
        boolean isTheLast = ends == runs;
        if (state == State.STARTING && isTheLast) {
            fall(why);
        } else {
            LOG.debug("{}", why);
        }
    }

    private void first(Connection connection, int type, Payload payload) throws ProtocolException {
        if (type == FrameType.HELLO && state == State.STARTING) {
            checkVersion(payload.u32());
            LOG.debug("The launcher runs as process {}", payload.u32());
            helloDeadline.cancel();
            state = State.UP;
            control = connection;
            connection.listener(new Control());
            waiting.forEach(connection::send);
            waiting.clear();
        } else if (type == FrameType.JOIN) {
            LiveSandbox sandbox = sandboxes.get(payload.u64());
            checkVersion(payload.u32());
            if (sandbox == null) {
                throw new ProtocolException("a sandbox joins that nobody waits for");
            }
            sandbox.joined(connection);
        } else {
            throw new ProtocolException("a connection begins with a frame of type " + type);
        }
    }

    private void connect(LiveSandbox sandbox, Path socket) {
        try {
            sandbox.joined(loop.connect(socket));
        } catch (IOException e) {
            LOG.warn("A sandbox that has just started takes no connection: {}", e.toString());
            sandbox.kill();
        }
    }

    private static void checkVersion(long version) throws ProtocolException {
        if (version != FrameType.VERSION) {
            throw new ProtocolException("the native program speaks version " + version + " of the protocol");
        }
    }

    /** The launcher is lost, and with it every sandbox. */
    private void fall(String why) {
        if (helloDeadline != null) {
            helloDeadline.cancel();
        }
        state = State.DOWN;
        control = null;
        waiting.clear();
        List<LiveSandbox> lost = sandboxes();
        sandboxes.clear();
        lost.forEach(sandbox -> sandbox.lost(why));
        completeIfDrained();
    }

    private final class Control implements Connection.Listener {
        @Override
        public void frame(int type, Payload payload) throws ProtocolException {
            long id = payload.u64();
            LiveSandbox sandbox = sandboxes.get(id);
            switch (type) {
                case FrameType.SANDBOX_PARKED -> LOG.trace("Sandbox {} is parked", id);
                case FrameType.SANDBOX_STARTED -> {
                    long pid = payload.u32();
                    long startTime = payload.u64();
                    if (sandbox != null) {
                        sandbox.started(pid, startTime);
                        sandbox.listen().ifPresent(path -> connect(sandbox, path));
                    }
                }
                case FrameType.SANDBOX_REFUSED -> {
                    String step = payload.text();
                    long errno = payload.u32();
                    forget(id);
                    if (sandbox != null) {
                        sandbox.refused(step, errno);
                    }
                }
                case FrameType.SANDBOX_ENDED -> {
                    var end = LiveSandbox.End.read(payload);
                    forget(id);
                    if (sandbox != null) {
                        sandbox.ended(end);
                    }
                }
                default -> throw new ProtocolException("the launcher sent a frame of type " + type);
            }
        }

        private void forget(long id) {
            sandboxes.remove(id);
            completeIfDrained();
        }

        @Override
        public void closed(IOException cause) {
            LOG.warn("The launcher is lost with {} sandboxes; the next run starts another", sandboxes.size());
            fall("the launcher was lost" + (cause == null ? "" : ": " + cause.getMessage()));
        }
    }
}
