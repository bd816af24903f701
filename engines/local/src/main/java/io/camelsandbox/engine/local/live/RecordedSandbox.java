package io.camelsandbox.engine.local.live;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
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
import io.camelsandbox.engine.local.store.StoredSandbox;
import io.camelsandbox.sandbox.FileSystemSnapshot;
import io.camelsandbox.sandbox.SandboxNotRunningException;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A sandbox of which this engine has only the record: one that has ended, or that another engine holds. */
final class RecordedSandbox implements HostedSandbox {

    private static final HostedTransfer NOTHING = new NoTransfer();

    private final StoredSandbox record;
    private final Means means;
    private final Storage storage;

    RecordedSandbox(StoredSandbox record, Means means, Storage storage) {
        this.record = record;
        this.means = means;
        this.storage = storage;
    }

    @Override
    public String id() {
        return record.id();
    }

    @Override
    public SandboxSpec spec() {
        return record.spec();
    }

    @Override
    public SandboxFacts facts() {
        return record.facts();
    }

    @Override
    public CompletableFuture<SandboxFacts> refresh() {
        return Later.call(
                means.background(), () -> storage.records().find(record.id()).facts());
    }

    @Override
    public Cancellable watch(Receiver<SandboxFacts> receiver) {
        return new RecordWatch(record.id(), means, storage.records(), receiver).begin();
    }

    @Override
    public HostedProcess exec(ExecOrder order, ProcessReceiver receiver) {
        means.loop().execute(() -> receiver.failed(cannot()));
        return new NoProcess();
    }

    @Override
    public HostedTransfer read(ReadOrder order, Receiver<ByteBuffer> receiver) {
        means.loop().execute(() -> receiver.failed(cannot()));
        return NOTHING;
    }

    @Override
    public HostedUpload write(WriteOrder order) {
        return new NoUpload(cannot());
    }

    @Override
    public CompletableFuture<List<FileEntry>> list(ListOrder order) {
        return CompletableFuture.failedFuture(cannot());
    }

    @Override
    public HostedTransfer logs(LogOrder order, Receiver<LogEntry> receiver) {
        return storage.logs().recorded(record.id()).open(order, receiver);
    }

    @Override
    public CompletableFuture<StopReceipt> stop(StopOrder order) {
        return Later.call(means.background(), () -> {
            StoredSandbox now = storage.records().find(record.id());
            if (now.facts().ended().isEmpty()) {
                throw cannot();
            }
            if (order.snapshotVolumes().isEmpty()) {
                return new StopReceipt(List.of());
            }
            return now.stop()
                    .filter(stop ->
                            stop.requestId().isPresent() && stop.requestId().equals(order.requestId()))
                    .map(stop -> new StopReceipt(stop.snapshotIds()))
                    .orElseThrow(Stops::tooLate);
        });
    }

    @Override
    public CompletableFuture<FileSystemSnapshot> snapshot(SnapshotOrder order) {
        return CompletableFuture.failedFuture(cannot());
    }

    private SandboxException cannot() {
        return record.facts().ended().isPresent()
                ? new SandboxNotRunningException("the sandbox has ended")
                : new SandboxException(
                        Reason.NOT_IMPLEMENTED,
                        "another engine holds the sandbox: the engine 'local' can only look at it from here");
    }
}
