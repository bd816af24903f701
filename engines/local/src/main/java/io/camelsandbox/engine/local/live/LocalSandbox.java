package io.camelsandbox.engine.local.live;

import io.camelsandbox.Quoted;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.engine.Cancellable;
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
import io.camelsandbox.engine.local.store.SandboxLog;
import io.camelsandbox.sandbox.FileSystemSnapshot;
import io.camelsandbox.sandbox.SandboxNotRunningException;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A sandbox that this engine holds. */
final class LocalSandbox implements HostedSandbox {

    private final String id;
    private final SandboxSpec spec;
    private final Means means;
    private final Storage storage;
    private final FactsBoard board;
    private final Environment environment;
    private final Executions executions;
    private final VolumeSnapshots volumes;
    private final Life life;
    private final Stops stops;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile SandboxLog log;

    LocalSandbox(
            String id,
            SandboxSpec spec,
            Environment environment,
            SandboxFacts facts,
            Means means,
            Storage storage,
            Runnable gone) {
        this.id = id;
        this.spec = spec;
        this.means = means;
        this.storage = storage;
        this.environment = environment;
        this.board = new FactsBoard(id, means, storage.records(), facts);
        this.executions = new Executions(means);
        this.volumes = new VolumeSnapshots(id, spec, means, storage.snapshots(), executions);
        var restored = spec.scratchVolumes().stream()
                .filter(volume -> volume.restoreFromSnapshotId().isPresent())
                .toList();
        this.life = new Life(
                means,
                board,
                executions,
                environment.main(),
                restored.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Restores(restored, storage.snapshots(), means.background())),
                () -> {
                    gone.run();
                    ended.complete(null);
                });
        this.stops = new Stops(id, means, storage, life, volumes);
    }

    Life life() {
        return life;
    }

    /** Completed when all that was told until now is in the record. */
    CompletableFuture<Void> saved() {
        return board.saved();
    }

    /** Completed when it has ended and that is in the record. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    /** Where the output of its main process goes; known before that starts. */
    void logsTo(SandboxLog opened) {
        log = opened;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public SandboxSpec spec() {
        return spec;
    }

    @Override
    public SandboxFacts facts() {
        return board.now();
    }

    @Override
    public CompletableFuture<SandboxFacts> refresh() {
        return board.now().ended().isEmpty()
                ? CompletableFuture.completedFuture(board.now())
                : Later.call(
                        means.background(), () -> storage.records().find(id).facts());
    }

    @Override
    public Cancellable watch(Receiver<SandboxFacts> receiver) {
        return board.watch(receiver);
    }

    @Override
    public HostedProcess exec(ExecOrder order, ProcessReceiver receiver) {
        if (order.container().isPresent()) {
            means.loop().execute(() -> receiver.failed(noContainer(order.container())));
            return new NoProcess();
        }
        return executions.begin(environment.launch(order), receiver);
    }

    @Override
    public HostedTransfer read(ReadOrder order, Receiver<ByteBuffer> receiver) {
        if (order.container().isPresent()) {
            means.loop().execute(() -> receiver.failed(noContainer(order.container())));
            return new NoTransfer();
        }
        var read = new FileRead(order, receiver);
        read.begin(executions.begin(Environment.reader(order), read));
        return read;
    }

    @Override
    public HostedUpload write(WriteOrder order) {
        if (order.container().isPresent()) {
            return new NoUpload(noContainer(order.container()));
        }
        var upload = new FileUpload(order);
        return upload.begin(executions.begin(Environment.writer(order), upload));
    }

    @Override
    public CompletableFuture<List<FileEntry>> list(ListOrder order) {
        return order.container().isPresent()
                ? CompletableFuture.failedFuture(noContainer(order.container()))
                : executions.list(order);
    }

    @Override
    public HostedTransfer logs(LogOrder order, Receiver<LogEntry> receiver) {
        if (order.container().isPresent()) {
            means.loop().execute(() -> receiver.failed(noContainer(order.container())));
            return new NoTransfer();
        }
        SandboxLog written = log;
        if (board.now().ended().isPresent()) {
            return storage.logs().recorded(id).open(order, receiver);
        }
        if (written == null) {
            means.loop().execute(() -> receiver.failed(new SandboxNotRunningException("the sandbox does not run yet")));
            return new NoTransfer();
        }
        return written.open(order, receiver);
    }

    @Override
    public CompletableFuture<StopReceipt> stop(StopOrder order) {
        var receipt = new CompletableFuture<StopReceipt>();
        means.loop().execute(() -> stops.stop(order, receipt));
        return receipt;
    }

    @Override
    public CompletableFuture<FileSystemSnapshot> snapshot(SnapshotOrder order) {
        var snapshot = new CompletableFuture<FileSystemSnapshot>();
        means.loop().execute(() -> {
            if (!life.isRunning()) {
                snapshot.completeExceptionally(new SandboxNotRunningException("the sandbox does not run"));
                return;
            }
            Later.call(means.background(), () -> volumes.begin(order)).whenComplete((begun, problem) -> {
                if (problem == null) {
                    snapshot.complete(begun);
                } else {
                    snapshot.completeExceptionally(problem);
                }
            });
        });
        return snapshot;
    }

    private static SandboxException noContainer(Optional<String> name) {
        return new SandboxRefusedException("no container '" + Quoted.text(name.orElseThrow())
                + "': a sandbox of the engine 'local' is one, without a name");
    }
}
