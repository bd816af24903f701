package io.camelsandbox.engine.local.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that serves every connection, whatever their number. What runs on it must never block; other threads hand
 * it work with {@link #execute}.
 */
public final class IoLoop implements AutoCloseable {

    /** A task for later, which may be called off. */
    public static final class Timer implements Comparable<Timer> {
        private final long due;
        private Runnable task;

        private Timer(long due, Runnable task) {
            this.due = due;
            this.task = task;
        }

        /** Calls it off; on the loop's thread. */
        public void cancel() {
            // What the task holds is let go now, not when it would have been due.
            task = null;
        }

        @Override
        public int compareTo(Timer other) {
            return Long.compare(due - other.due, 0);
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(IoLoop.class);

    /** Larger buffers read more slowly from a socket. */
    private static final int BUFFER = 64 * 1024;

    private final Selector selector;
    private final ServerSocketChannel server;
    private final Consumer<Connection> accepted;
    private final Thread thread;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private final Set<Connection> dirty = new LinkedHashSet<>();
    private final ByteBuffer readBuffer = ByteBuffer.allocateDirect(BUFFER);
    private final ByteBuffer writeBuffer = ByteBuffer.allocateDirect(BUFFER);
    private volatile boolean stopped;

    /**
     * Listens on a socket.
     *
     * @param socket   where; must not exist
     * @param accepted gets each new connection, on the loop's thread
     * @throws IOException when the socket cannot be made
     */
    public IoLoop(Path socket, Consumer<Connection> accepted) throws IOException {
        this.accepted = accepted;
        this.selector = Selector.open();
        try {
            this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            server.bind(UnixDomainSocketAddress.of(socket), 4096);
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException e) {
            selector.close();
            throw e;
        }
        this.thread = new Thread(this::run, "camel-sandbox-io");
        thread.setDaemon(true);
        thread.start();
    }

    /** Runs a task on the loop's thread, soon; after {@link #close()} it is dropped. */
    public void execute(Runnable task) {
        tasks.add(task);
        if (Thread.currentThread() != thread) {
            selector.wakeup();
        }
    }

    /** Runs a task on the loop's thread later; called on the loop's thread. */
    public Timer schedule(Duration delay, Runnable task) {
        var timer = new Timer(System.nanoTime() + delay.toNanos(), task);
        timers.add(timer);
        return timer;
    }

    /**
     * Connects to a socket; on the loop's thread.
     *
     * @throws IOException when nobody listens there, or has room now
     */
    public Connection connect(Path socket) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.configureBlocking(false);
            if (!channel.connect(UnixDomainSocketAddress.of(socket))) {
                throw new IOException("nobody takes the connection");
            }
            return opened(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private Connection opened(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        var connection = new Connection(this, channel);
        connection.register(channel.register(selector, SelectionKey.OP_READ, connection));
        return connection;
    }

    /** Closes all connections without telling their listeners, and ends the thread. */
    @Override
    public void close() {
        stopped = true;
        selector.wakeup();
        try {
            thread.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void flushLater(Connection connection) {
        dirty.add(connection);
    }

    void forget(Connection connection) {
        dirty.remove(connection);
    }

    private void run() {
        try {
            while (!stopped) {
                turn();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the selector of the local engine failed", e);
        } finally {
            closeAll();
        }
    }

    private void turn() throws IOException {
        long wait = timers.isEmpty() ? 0 : Math.max(1, (timers.peek().due - System.nanoTime() + 999_999) / 1_000_000);
        if (tasks.isEmpty()) {
            selector.select(this::selected, wait);
        } else {
            selector.selectNow(this::selected);
        }
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            guarded(task);
        }
        while (!timers.isEmpty() && timers.peek().due - System.nanoTime() <= 0) {
            Timer timer = timers.poll();
            if (timer.task != null) {
                guarded(timer.task);
            }
        }
        for (Connection connection : List.copyOf(dirty)) {
            dirty.remove(connection);
            guarded(() -> connection.flush(writeBuffer));
        }
    }

    private void selected(SelectionKey key) {
        guarded(() -> {
            if (key.channel() == server) {
                accept();
                return;
            }
            var connection = (Connection) key.attachment();
            if (key.isValid() && key.isWritable()) {
                connection.flush(writeBuffer);
            }
            if (key.isValid() && key.isReadable()) {
                connection.readable(readBuffer);
            }
        });
    }

    private void accept() {
        try {
            for (SocketChannel channel = server.accept(); channel != null; channel = server.accept()) {
                accepted.accept(opened(channel));
            }
        } catch (IOException e) {
            LOG.warn("The local engine could not take a connection: {}", e.toString());
        }
    }

    /** One bad task, or one that needs more memory than there is, must not take every sandbox with it. */
    private static void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            LOG.error("Unexpected error in the local engine's loop", e);
        }
    }

    private void closeAll() {
        for (SelectionKey key : selector.keys()) {
            try {
                key.channel().close();
            } catch (IOException e) {
                LOG.debug("Closing a connection failed: {}", e.toString());
            }
        }
        try {
            selector.close();
        } catch (IOException e) {
            LOG.debug("Closing the selector failed: {}", e.toString());
        }
    }
}
