package io.camelsandbox.engine.local.live;

import io.camelsandbox.Reason;
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
import io.camelsandbox.engine.local.wire.IoLoop;
import io.camelsandbox.sandbox.FileSystemSnapshot;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A sandbox that this JVM holds. */
final class LocalSandbox implements HostedSandbox {

    private final String id;
    private final SandboxSpec spec;
    private final IoLoop loop;
    private final FactsBoard board;
    private final Executions executions;
    private final Environment environment;
    private final Life life;

    LocalSandbox(
            String id,
            SandboxSpec spec,
            IoLoop loop,
            FactsBoard board,
            Executions executions,
            Environment environment,
            Life life) {
        this.id = id;
        this.spec = spec;
        this.loop = loop;
        this.board = board;
        this.executions = executions;
        this.environment = environment;
        this.life = life;
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
        return CompletableFuture.completedFuture(board.now());
    }

    @Override
    public Cancellable watch(Receiver<SandboxFacts> receiver) {
        return board.watch(receiver);
    }

    Life life() {
        return life;
    }

    @Override
    public HostedProcess exec(ExecOrder order, ProcessReceiver receiver) {
        return executions.begin(environment.launch(order), receiver);
    }

    @Override
    public HostedTransfer read(ReadOrder order, Receiver<ByteBuffer> receiver) {
        var read = new FileRead(order, receiver);
        read.begin(executions.begin(Environment.reader(order), read));
        return read;
    }

    @Override
    public HostedUpload write(WriteOrder order) {
        var upload = new FileUpload(order);
        return upload.begin(executions.begin(Environment.writer(order), upload));
    }

    @Override
    public CompletableFuture<List<FileEntry>> list(ListOrder order) {
        return executions.list(order);
    }

    @Override
    public HostedTransfer logs(LogOrder order, Receiver<LogEntry> receiver) {
        throw notYet();
    }

    @Override
    public CompletableFuture<StopReceipt> stop(StopOrder order) {
        var receipt = new CompletableFuture<StopReceipt>();
        loop.execute(() -> {
            life.end(SandboxFacts.Ending.STOPPED, order.grace());
            receipt.complete(new StopReceipt(List.of()));
        });
        return receipt;
    }

    @Override
    public CompletableFuture<FileSystemSnapshot> snapshot(SnapshotOrder order) {
        return CompletableFuture.failedFuture(notYet());
    }

    private static SandboxException notYet() {
        return new SandboxRefusedException(Reason.NOT_IMPLEMENTED, "the local engine cannot do this yet");
    }
}
