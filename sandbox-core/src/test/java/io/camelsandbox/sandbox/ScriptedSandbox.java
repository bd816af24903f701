package io.camelsandbox.sandbox;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.engine.Cancellable;
import io.camelsandbox.engine.CreateOrder;
import io.camelsandbox.engine.ExecOrder;
import io.camelsandbox.engine.FileEntry;
import io.camelsandbox.engine.HostedProcess;
import io.camelsandbox.engine.HostedSandbox;
import io.camelsandbox.engine.HostedTransfer;
import io.camelsandbox.engine.HostedUpload;
import io.camelsandbox.engine.ListOrder;
import io.camelsandbox.engine.LogEntry;
import io.camelsandbox.engine.LogOrder;
import io.camelsandbox.engine.ProcessReceiver;
import io.camelsandbox.engine.ReadOrder;
import io.camelsandbox.engine.Receiver;
import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.engine.SnapshotOrder;
import io.camelsandbox.engine.StopOrder;
import io.camelsandbox.engine.StopReceipt;
import io.camelsandbox.engine.WriteOrder;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A sandbox that does what a test says. */
public final class ScriptedSandbox implements HostedSandbox {

    /** When everything happens here. */
    public static final Instant TIME = Instant.parse("2026-01-02T03:04:05Z");

    private final ScriptedHost host;
    private final String id;
    private final CreateOrder order;
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final List<Receiver<SandboxFacts>> watchers = new CopyOnWriteArrayList<>();
    private final List<ExecOrder> execs = new CopyOnWriteArrayList<>();
    private final List<StopOrder> stops = new CopyOnWriteArrayList<>();
    private final List<LogOrder> logOrders = new CopyOnWriteArrayList<>();
    private final List<SnapshotOrder> snapshotOrders = new CopyOnWriteArrayList<>();
    private volatile SandboxFacts facts = SandboxFacts.builder(TIME).build();
    private volatile Consumer<ScriptedProcess> onExec =
            process -> process.started().exit(0);
    private volatile Function<StopOrder, CompletableFuture<StopReceipt>> onStop = this::stopAtOnce;
    private volatile BiFunction<LogOrder, Receiver<LogEntry>, HostedTransfer> onLogs = (o, receiver) -> {
        receiver.complete();
        return new ScriptedTransfer();
    };
    private volatile Function<ReadOrder, SandboxException> readProblem = o -> null;

    ScriptedSandbox(ScriptedHost host, String id, CreateOrder order) {
        this.host = host;
        this.id = id;
        this.order = order;
    }

    /** Its main process starts. */
    public void run() {
        report(now -> now.toBuilder().started(TIME).build());
    }

    /** It ends. */
    public void end(SandboxFacts.Ending how, Integer exitCode) {
        report(now -> now.toBuilder().ended(TIME, how).exitCode(exitCode).build());
    }

    /** Its engine knows something new. */
    public void report(UnaryOperator<SandboxFacts> change) {
        facts = change.apply(facts);
        for (Receiver<SandboxFacts> watcher : watchers) {
            watcher.next(facts);
        }
    }

    /** Its engine knows nothing more of it. */
    public void lose(SandboxException cause) {
        watchers.forEach(watcher -> watcher.failed(cause));
    }

    /** What each process does. */
    public ScriptedSandbox onExec(Consumer<ScriptedProcess> what) {
        onExec = what;
        return this;
    }

    /** What a stop does. */
    public ScriptedSandbox onStop(Function<StopOrder, CompletableFuture<StopReceipt>> what) {
        onStop = what;
        return this;
    }

    /** What logs do. */
    public ScriptedSandbox onLogs(BiFunction<LogOrder, Receiver<LogEntry>, HostedTransfer> what) {
        onLogs = what;
        return this;
    }

    /** What goes wrong when a file is read. */
    public ScriptedSandbox readProblem(Function<ReadOrder, SandboxException> what) {
        readProblem = what;
        return this;
    }

    /** How many watch it. */
    public int watchers() {
        return watchers.size();
    }

    /** Its files. */
    public Map<String, byte[]> files() {
        return files;
    }

    /** The processes that were started in it. */
    public List<ExecOrder> execs() {
        return execs;
    }

    /** The stops that came to its engine. */
    public List<StopOrder> stops() {
        return stops;
    }

    /** The logs that were opened. */
    public List<LogOrder> logOrders() {
        return logOrders;
    }

    /** The snapshots that were asked for. */
    public List<SnapshotOrder> snapshotOrders() {
        return snapshotOrders;
    }

    /** What it was made with. */
    public CreateOrder order() {
        return order;
    }

    /** What a stop does unless a test says otherwise. */
    public CompletableFuture<StopReceipt> stopAtOnce(StopOrder stop) {
        List<String> snapshots = stop.snapshotVolumes().stream()
                .map(volume -> host.begin(
                        id,
                        volume,
                        FileSystemSnapshot.Trigger.ON_DELETE,
                        stop.requestId().orElse(null)))
                .map(FileSystemSnapshot::id)
                .toList();
        report(now -> now.toBuilder().stopRequested(TIME).build());
        if (facts.ended().isEmpty()) {
            end(SandboxFacts.Ending.STOPPED, stop.grace().isZero() ? 137 : 143);
        }
        return CompletableFuture.completedFuture(new StopReceipt(snapshots));
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public SandboxSpec spec() {
        return order.spec();
    }

    @Override
    public SandboxFacts facts() {
        return facts;
    }

    @Override
    public CompletableFuture<SandboxFacts> refresh() {
        return CompletableFuture.completedFuture(facts);
    }

    @Override
    public Cancellable watch(Receiver<SandboxFacts> receiver) {
        watchers.add(receiver);
        receiver.next(facts);
        return () -> watchers.remove(receiver);
    }

    @Override
    public HostedProcess exec(ExecOrder exec, ProcessReceiver receiver) {
        execs.add(exec);
        var process = new ScriptedProcess(exec, receiver);
        onExec.accept(process);
        return process;
    }

    @Override
    public HostedTransfer read(ReadOrder read, Receiver<ByteBuffer> receiver) {
        SandboxException problem = readProblem.apply(read);
        byte[] content = files.get(read.path());
        if (problem != null) {
            receiver.failed(problem);
        } else if (content == null) {
            receiver.failed(new SandboxFileException(Reason.FILE_NOT_FOUND, read.path(), "is not there"));
        } else if (content.length > read.maxBytes()) {
            receiver.failed(SandboxFileException.tooLarge(read.path(), "read", content.length, read.maxBytes()));
        } else {
            var transfer = new ScriptedTransfer();
            transfer.send(content, receiver);
            return transfer;
        }
        return new ScriptedTransfer();
    }

    @Override
    public HostedUpload write(WriteOrder write) {
        return new ScriptedUpload(write, files);
    }

    @Override
    public CompletableFuture<List<FileEntry>> list(ListOrder list) {
        String folder = list.folder() + "/";
        return CompletableFuture.completedFuture(files.entrySet().stream()
                .filter(file -> file.getKey().startsWith(folder))
                .map(file -> new FileEntry(
                        file.getKey().substring(folder.length()), FileEntry.Kind.FILE, file.getValue().length))
                .toList());
    }

    @Override
    public HostedTransfer logs(LogOrder logs, Receiver<LogEntry> receiver) {
        logOrders.add(logs);
        return onLogs.apply(logs, receiver);
    }

    @Override
    public CompletableFuture<StopReceipt> stop(StopOrder stop) {
        stops.add(stop);
        return onStop.apply(stop);
    }

    @Override
    public CompletableFuture<FileSystemSnapshot> snapshot(SnapshotOrder snapshot) {
        snapshotOrders.add(snapshot);
        if (facts.started().isEmpty() || facts.ended().isPresent()) {
            return CompletableFuture.failedFuture(new SandboxRefusedException("not running"));
        }
        return CompletableFuture.completedFuture(
                host.begin(id, snapshot.volume(), FileSystemSnapshot.Trigger.MANUAL, snapshot.requestId()));
    }
}
