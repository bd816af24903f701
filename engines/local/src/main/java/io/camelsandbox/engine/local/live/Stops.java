package io.camelsandbox.engine.local.live;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.SandboxFacts.Ending;
import io.camelsandbox.engine.SnapshotOrder;
import io.camelsandbox.engine.StopOrder;
import io.camelsandbox.engine.StopReceipt;
import io.camelsandbox.engine.local.store.BegunSnapshot;
import io.camelsandbox.engine.local.store.StoredStop;
import io.camelsandbox.sandbox.FileSystemSnapshot.Trigger;
import io.camelsandbox.sandbox.RequestIds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The stops of one sandbox: the first does it, the others join. On the loop's thread. */
final class Stops {

    private final String id;
    private final Means means;
    private final Storage storage;
    private final Life life;
    private final VolumeSnapshots volumes;
    private StopOrder first;
    private CompletableFuture<StopReceipt> receipt;

    Stops(String id, Means means, Storage storage, Life life, VolumeSnapshots volumes) {
        this.id = id;
        this.means = means;
        this.storage = storage;
        this.life = life;
        this.volumes = volumes;
    }

    /** Stops it, or joins the stop that is under way; {@code told} gets the receipt. */
    void stop(StopOrder order, CompletableFuture<StopReceipt> told) {
        boolean withSnapshots = !order.snapshotVolumes().isEmpty();
        if (first == null && (life.isRunning() || !withSnapshots)) {
            begin(order, told);
        } else if (withSnapshots && !isRepeat(order)) {
            told.completeExceptionally(tooLate());
        } else {
            life.end(Ending.STOPPED, order.grace());
            pass(withSnapshots ? receipt : CompletableFuture.completedFuture(new StopReceipt(List.of())), told);
        }
    }

    /** Snapshots were asked for, and it ends, or has ended, without them. */
    static SandboxException tooLate() {
        return new SandboxException(
                Reason.INVALID_REQUEST,
                "the sandbox ends, or has ended, without these snapshots: nothing can be taken");
    }

    private boolean isRepeat(StopOrder order) {
        return first != null
                && first.requestId().isPresent()
                && first.requestId().equals(order.requestId());
    }

    private void begin(StopOrder order, CompletableFuture<StopReceipt> told) {
        first = order;
        if (order.snapshotVolumes().isEmpty()) {
            receipt = CompletableFuture.completedFuture(new StopReceipt(List.of()));
            life.end(Ending.STOPPED, order.grace());
        } else {
            receipt = new CompletableFuture<>();
            life.stopping(Ending.STOPPED);
            means.background().execute(() -> takeSnapshots(order));
        }
        pass(receipt, told);
    }

    private void takeSnapshots(StopOrder order) {
        try {
            String request = order.requestId().orElseGet(RequestIds::next);
            var begun = new ArrayList<BegunSnapshot>();
            for (String volume : order.snapshotVolumes()) {
                begun.add(storage.snapshots().begin(id, new SnapshotOrder(volume, request), Trigger.ON_DELETE));
            }
            List<String> ids = begun.stream().map(one -> one.snapshot().id()).toList();
            storage.records()
                    .change(
                            id,
                            record -> record.withStop(
                                    new StoredStop(Optional.of(request), order.snapshotVolumes(), ids)));
            receipt.complete(new StopReceipt(ids));
            CompletableFuture<Void> taken = CompletableFuture.completedFuture(null);
            for (BegunSnapshot one : begun) {
                taken = taken.thenCompose(done -> volumes.take(one));
            }
            taken.whenComplete((done, problem) -> terminate(order));
        } catch (SandboxException e) {
            receipt.completeExceptionally(e);
            terminate(order);
        }
    }

    private void terminate(StopOrder order) {
        means.loop().execute(() -> life.terminate(order.grace()));
    }

    private static void pass(CompletableFuture<StopReceipt> from, CompletableFuture<StopReceipt> to) {
        from.whenComplete((done, problem) -> {
            if (problem == null) {
                to.complete(done);
            } else {
                to.completeExceptionally(problem);
            }
        });
    }
}
