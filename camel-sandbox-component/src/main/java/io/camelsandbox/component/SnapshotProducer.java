package io.camelsandbox.component;

import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.sandbox.FileSystemSnapshot;
import io.camelsandbox.sandbox.Sandboxes;
import io.camelsandbox.sandbox.SnapshotFilter;
import io.camelsandbox.sandbox.SnapshotOptions;
import io.camelsandbox.sandbox.SnapshotOptions.Until;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;

/** Takes snapshots of scratch volumes, and looks after those there are. */
final class SnapshotProducer extends SandboxProducer {

    private final SandboxOperation operation;
    private final Target target;
    private final SandboxOperationOptions options;
    private final Optional<MessageValue> snapshotId;
    private final Optional<MessageValue> requestId;
    private final Optional<FileSystemSnapshot.Status> status;

    SnapshotProducer(SandboxEndpoint endpoint) {
        super(endpoint);
        operation = endpoint.kind();
        target = Target.of(endpoint);
        options = endpoint.getOperationOptions();
        snapshotId = endpoint.reference("snapshotId", options.getSnapshotId());
        requestId = endpoint.reference("requestId", options.getRequestId());
        status = Optional.ofNullable(options.getStatus()).map(SnapshotProducer::status);
    }

    private static FileSystemSnapshot.Status status(String text) {
        return Arrays.stream(FileSystemSnapshot.Status.values())
                .filter(one -> one.id().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() ->
                        new SandboxRefusedException("status of a snapshot is creating, ready, failed or deleting"));
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        component().requireSnapshots("sandbox:" + operation.id());
    }

    @Override
    Task<?> task(Exchange exchange, RequestFields control) {
        return switch (operation) {
            case SNAPSHOT -> take(exchange, target.id(exchange, control));
            case GET_SNAPSHOT -> get(id(exchange));
            case LIST_SNAPSHOTS -> list(target.said(exchange, control));
            case DELETE_SNAPSHOT -> delete(id(exchange));
            default -> throw new IllegalStateException(operation.id());
        };
    }

    private Task<FileSystemSnapshot> take(Exchange exchange, String id) {
        SnapshotOptions how = SnapshotOptions.DEFAULT.until(options.isWaitForReady() ? Until.READY : Until.BEGUN);
        if (options.getVolume() != null) {
            how = how.withVolume(options.getVolume());
        }
        if (requestId.isPresent()) {
            how = how.withRequestId(requestId.get().text(exchange));
        }
        SnapshotOptions whole = how;
        return new Task<>(
                component().calls(),
                () -> component().live().use(id, sandbox -> sandbox.snapshot(whole)),
                (done, snapshot) -> {
                    SandboxInfo.markId(done, id);
                    SnapshotInfo.mark(done, snapshot);
                });
    }

    private Task<FileSystemSnapshot> get(String id) {
        return new Task<>(component().calls(), () -> sandboxes().getSnapshot(id), (done, snapshot) -> {
            SnapshotInfo.mark(done, snapshot);
            done.getMessage().setBody(new SnapshotInfo(snapshot));
        });
    }

    private Task<List<FileSystemSnapshot>> list(Optional<String> sandboxId) {
        var filter = new SnapshotFilter(sandboxId, status);
        return new Task<>(
                component().calls(), () -> sandboxes().listSnapshots(filter), (done, found) -> done.getMessage()
                        .setBody(found.stream().map(SnapshotInfo::new).toList()));
    }

    private Task<Void> delete(String id) {
        return new Task<>(component().calls(), () -> delete(sandboxes(), id), (done, nothing) -> done.getMessage()
                .setHeader(SandboxConstants.SNAPSHOT_ID, id));
    }

    private CompletableFuture<Void> delete(Sandboxes sandboxes, String id) {
        return options.isMissingOk() ? sandboxes.deleteSnapshotIfPresent(id) : sandboxes.deleteSnapshot(id);
    }

    private Sandboxes sandboxes() {
        return component().live().sandboxes();
    }

    private String id(Exchange exchange) {
        return snapshotId
                .map(value -> value.text(exchange))
                .or(() -> Optional.ofNullable(exchange.getProperty(SandboxConstants.SNAPSHOT_ID, String.class)))
                .orElseThrow(() -> new SandboxRefusedException("sandbox:" + operation.id() + " is for a snapshot, and"
                        + " there is none: set snapshotId, or take one earlier in the exchange"));
    }
}
