package io.camelsandbox.sandbox;

import io.camelsandbox.Reason;
import io.camelsandbox.engine.SandboxHost;
import io.camelsandbox.engine.SnapshotQuery;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Snapshots of one engine. */
final class Snapshots {

    private static final Duration LONGEST_ARCHIVE = Duration.ofSeconds(605);

    private final SandboxHost host;
    private final Background background;

    Snapshots(SandboxHost host, Background background) {
        this.host = host;
        this.background = background;
    }

    CompletableFuture<FileSystemSnapshot> get(String id) {
        return host.findSnapshot(id);
    }

    CompletableFuture<List<FileSystemSnapshot>> list(SnapshotFilter filter) {
        return Pages.all(token -> host.listSnapshots(new SnapshotQuery(filter.sourceSandboxId(), Pages.SIZE, token)))
                .thenApply(all -> all.stream().filter(filter::matches).toList());
    }

    CompletableFuture<Void> delete(String id) {
        return host.deleteSnapshot(id);
    }

    /** The snapshot when it is ready; fails when it has failed or takes too long. */
    CompletableFuture<FileSystemSnapshot> untilReady(String id) {
        return background
                .within(
                        host.settledSnapshot(id),
                        LONGEST_ARCHIVE,
                        () -> new SandboxTimeoutException(
                                Reason.FSS_WAIT_TIMEOUT, "snapshot " + id + " is not ready yet; it may become so"))
                .thenApply(snapshot -> {
                    if (snapshot.status() != FileSystemSnapshot.Status.READY) {
                        throw new SandboxSnapshotException(
                                Reason.FSS_CREATE_FAILED,
                                "snapshot " + id + " is " + snapshot.status().id()
                                        + snapshot.statusReason()
                                                .map(why -> ": " + why)
                                                .orElse(""),
                                id);
                    }
                    return snapshot;
                });
    }
}
