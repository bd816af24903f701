package io.camelsandbox.engine.local.live;

import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.engine.ExecOrder;
import io.camelsandbox.engine.FileEntry;
import io.camelsandbox.engine.ListOrder;
import io.camelsandbox.engine.ProcessReceiver;
import io.camelsandbox.engine.local.outcome.Verdict;
import io.camelsandbox.engine.local.wire.FrameType;
import io.camelsandbox.engine.local.wire.IoLoop;
import io.camelsandbox.engine.local.wire.Payload;
import io.camelsandbox.engine.local.wire.ProtocolException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** All that runs in one sandbox: gives each piece its number, and what init says of it. */
final class Executions {

    /** The one that goes on when the engine dies. */
    private static final int MAIN = 1;

    private final IoLoop loop;
    private final Means means;
    private final AtomicInteger ids = new AtomicInteger(MAIN);
    private final Map<Integer, LocalProcess> processes = new HashMap<>();
    private final Map<Integer, Listing> listings = new HashMap<>();
    private Cell cell;
    private SandboxException closed;

    Executions(Means means) {
        this.loop = means.loop();
        this.means = means;
    }

    /** From now on there is something to run in; on the loop's thread. */
    void open(Cell opened) {
        cell = opened;
    }

    /** Nothing runs any more, and nothing can be started; on the loop's thread. */
    void close(SandboxException why) {
        closed = why;
        List.copyOf(processes.values()).forEach(process -> process.fail(why));
        List.copyOf(listings.values()).forEach(listing -> listing.fail(why));
        listings.clear();
    }

    /** Starts a process. */
    LocalProcess begin(Launch launch, ProcessReceiver receiver) {
        return begin(ids.incrementAndGet(), launch, receiver);
    }

    /** Starts the main process; once. */
    LocalProcess beginMain(Launch launch, ProcessReceiver receiver) {
        return begin(MAIN, launch, receiver);
    }

    private LocalProcess begin(int id, Launch launch, ProcessReceiver receiver) {
        var process = new LocalProcess(id, this, receiver);
        loop.execute(() -> start(process, launch));
        return process;
    }

    /** The main process that another engine started; on the loop's thread. */
    LocalProcess resumeMain(ProcessReceiver receiver) {
        var process = new LocalProcess(MAIN, this, receiver);
        processes.put(MAIN, process);
        return process;
    }

    private void start(LocalProcess process, Launch launch) {
        if (closed != null) {
            process.fail(closed);
            return;
        }
        try {
            ByteBuffer[] frames = LiveFrames.exec(process.id(), launch);
            processes.put(process.id(), process);
            send(frames);
            launch.request().ifPresent(bytes -> sendRequest(process.id(), bytes));
            if (launch.input() == ExecOrder.Input.NONE && launch.terminal().isEmpty()) {
                process.endInput();
            }
        } catch (SandboxRefusedException e) {
            process.fail(e);
        }
    }

    private void sendRequest(int id, byte[] bytes) {
        for (int offset = 0; offset < bytes.length; offset += LiveFrames.CHUNK) {
            int length = Math.min(LiveFrames.CHUNK, bytes.length - offset);
            send(LiveFrames.input(id, LiveFrames.REQUEST, bytes, offset, length));
        }
        send(LiveFrames.endOfInput(id, LiveFrames.REQUEST));
    }

    /** Lists a folder. */
    CompletableFuture<List<FileEntry>> list(ListOrder order) {
        var listing = new Listing(order);
        loop.execute(() -> {
            if (closed != null) {
                listing.fail(closed);
                return;
            }
            int ref = ids.incrementAndGet();
            listings.put(ref, listing);
            send(LiveFrames.list(ref, order));
        });
        return listing.result();
    }

    /** Something from init; on the loop's thread. */
    void frame(int type, Payload payload) throws ProtocolException {
        int id = (int) payload.u32();
        switch (type) {
            case FrameType.ENTRY, FrameType.DONE, FrameType.FAILED -> listed(id, type, payload);
            default -> {
                LocalProcess process = processes.get(id);
                if (process == null) {
                    throw new ProtocolException("init speaks of a process that nobody knows");
                }
                process.frame(type, payload);
            }
        }
    }

    private void listed(int ref, int type, Payload payload) throws ProtocolException {
        Listing listing = listings.get(ref);
        if (listing == null) {
            throw new ProtocolException("init speaks of a list that nobody wants");
        }
        listing.frame(type, payload);
        if (type != FrameType.ENTRY) {
            listings.remove(ref);
        }
    }

    void execute(Runnable task) {
        loop.execute(task);
    }

    void send(ByteBuffer... frames) {
        cell.send(frames);
    }

    void forget(LocalProcess process) {
        processes.remove(process.id());
    }

    /** Tells, on the loop's thread, what ran out lately. */
    void withCounters(Consumer<Verdict.Counters> receiver) {
        means.background().execute(() -> {
            Verdict.Counters counters = cell.takeCounters();
            loop.execute(() -> receiver.accept(counters));
        });
    }
}
