package io.camelsandbox.sandbox;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.HostedSandbox;
import io.camelsandbox.engine.StopOrder;
import io.camelsandbox.engine.StopReceipt;
import io.camelsandbox.sandbox.spec.ScratchVolume;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The one stop of a sandbox: the first caller's options hold, all later ones join it. A stop that is to take a snapshot
 * never joins one that does not, which would lose what was to be kept.
 */
final class SharedStop {

    private static final Duration SLACK = Duration.ofSeconds(10);
    private static final Duration ARCHIVE = Duration.ofSeconds(600);
    private static final Duration ARCHIVE_SLACK = Duration.ofSeconds(35);

    private final SandboxLife life;
    private final Background background;
    private final Duration defaultGrace;
    private final Function<String, CompletableFuture<FileSystemSnapshot>> settledSnapshot;

    private CompletableFuture<Void> stop;
    private boolean withSnapshot;
    private List<String> snapshotIds = List.of();

    SharedStop(
            SandboxLife life,
            Background background,
            Duration defaultGrace,
            Function<String, CompletableFuture<FileSystemSnapshot>> settledSnapshot) {
        this.life = life;
        this.background = background;
        this.defaultGrace = defaultGrace;
        this.settledSnapshot = settledSnapshot;
    }

    /** Stops the sandbox, or joins the stop that is under way. */
    CompletableFuture<Void> stop(StopOptions options) {
        if (life.cancelUnlessStarted()) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> shared;
        boolean first;
        synchronized (this) {
            if (options.wantsSnapshot()) {
                SandboxException conflict = conflict();
                if (conflict != null) {
                    return CompletableFuture.failedFuture(conflict);
                }
            }
            first = stop == null || stop.isCompletedExceptionally();
            if (first) {
                withSnapshot = options.wantsSnapshot();
                stop = new CompletableFuture<>();
            }
            shared = stop;
        }
        if (first) {
            begin(options, shared);
        }
        return options.missing() == StopOptions.Missing.FAIL
                ? shared
                : shared.handle((done, problem) -> {
                    if (problem != null && !(Background.unwrap(problem) instanceof SandboxNotFoundException)) {
                        throw asRuntime(Background.unwrap(problem));
                    }
                    return null;
                });
    }

    /** The snapshots that the stop began. */
    synchronized List<String> snapshotIds() {
        return snapshotIds;
    }

    private SandboxException conflict() {
        boolean over = life.status().filter(SandboxStatus::terminal).isPresent();
        if (over) {
            return snapshotIds.isEmpty() ? conflict("the sandbox has ended already") : null;
        }
        boolean underWay = stop != null && !stop.isDone();
        if (underWay) {
            return withSnapshot ? null : conflict("a stop without a snapshot is under way");
        }
        return life.status()
                        .filter(status -> status == SandboxStatus.TERMINATING)
                        .isPresent()
                ? conflict("the sandbox is ending already")
                : null;
    }

    private static SandboxSnapshotException conflict(String why) {
        return new SandboxSnapshotException(
                Reason.FSS_ON_STOP_CONFLICT, "no snapshot can be taken on stop: " + why, null);
    }

    private void begin(StopOptions options, CompletableFuture<Void> shared) {
        // a sandbox that could not be made needs no stop
        life.start()
                .handle((hosted, problem) -> problem == null ? begin(hosted, options) : null)
                .thenCompose(begun -> begun == null ? CompletableFuture.<Void>completedFuture(null) : begun)
                .whenComplete((done, problem) -> {
                    if (problem == null) {
                        shared.complete(null);
                    } else {
                        shared.completeExceptionally(Background.unwrap(problem));
                    }
                });
    }

    private CompletableFuture<Void> begin(HostedSandbox hosted, StopOptions options) {
        SandboxStatus now = life.status().orElseThrow();
        if (now.terminal()) {
            return CompletableFuture.completedFuture(null);
        }
        if (now == SandboxStatus.TERMINATING) {
            return life.ended().thenApply(end -> null);
        }
        List<String> volumes = options.wantsSnapshot()
                ? hosted.spec().scratchVolumes().stream()
                        .map(ScratchVolume::name)
                        .toList()
                : List.of();
        if (options.wantsSnapshot() && volumes.isEmpty()) {
            return CompletableFuture.failedFuture(new SandboxSnapshotException(
                    Reason.FSS_NOT_SUPPORTED,
                    "no snapshot can be taken on stop: the sandbox has no scratch volume",
                    null));
        }
        Duration grace = options.grace().orElse(defaultGrace);
        var order = new StopOrder(grace, volumes, requestId(options));
        CompletableFuture<Void> ending = hosted.stop(order)
                .handle((receipt, problem) ->
                        problem == null ? accepted(receipt, options) : refused(Background.unwrap(problem), options))
                .thenCompose(next -> next);
        Duration most = grace.plus(options.wantsSnapshot() ? ARCHIVE.plus(ARCHIVE_SLACK) : SLACK);
        return background.within(
                ending,
                most,
                () -> new SandboxTimeoutException(
                        Reason.REQUEST_TIMEOUT,
                        "sandbox " + hosted.id() + " has not ended " + most.toSeconds()
                                + " s after its stop; it may yet"));
    }

    private static Optional<String> requestId(StopOptions options) {
        return options.wantsSnapshot()
                ? Optional.of(options.requestId().orElseGet(RequestIds::next))
                : Optional.empty();
    }

    private CompletableFuture<Void> accepted(StopReceipt receipt, StopOptions options) {
        life.stoppedHere();
        synchronized (this) {
            snapshotIds = receipt.snapshotIds();
        }
        CompletableFuture<Void> ended = life.ended().thenApply(end -> null);
        if (options.snapshot() != StopOptions.SnapshotOnStop.WAIT) {
            return ended;
        }
        var snapshots = new ArrayList<CompletableFuture<FileSystemSnapshot>>();
        receipt.snapshotIds().forEach(id -> snapshots.add(settledSnapshot.apply(id)));
        return ended.thenCompose(done -> Waiting.all(snapshots)).thenApply(done -> null);
    }

    private CompletableFuture<Void> refused(Throwable problem, StopOptions options) {
        boolean missing = problem instanceof SandboxNotFoundException;
        if (missing && options.missing() == StopOptions.Missing.OK && !options.wantsSnapshot()) {
            life.goneAfterStop();
            return CompletableFuture.completedFuture(null);
        }
        boolean conflict = options.wantsSnapshot()
                && (missing && options.missing() == StopOptions.Missing.OK
                        || problem instanceof SandboxException e && e.reason() == Reason.INVALID_REQUEST);
        return CompletableFuture.failedFuture(
                conflict ? conflict("its engine refused: " + problem.getMessage()) : problem);
    }

    private static RuntimeException asRuntime(Throwable problem) {
        return problem instanceof RuntimeException e ? e : new java.util.concurrent.CompletionException(problem);
    }
}
