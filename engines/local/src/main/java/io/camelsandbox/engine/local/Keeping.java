package io.camelsandbox.engine.local;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.engine.local.cgroup.Group;
import io.camelsandbox.engine.local.cgroup.GroupLimits;
import io.camelsandbox.engine.local.cgroup.Groups;
import io.camelsandbox.engine.local.store.StoredCell;
import io.camelsandbox.engine.local.wire.IoLoop;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What sandboxes that outlive their engine have of the host: marks that keep others from it while they live, and its way
 * back when they are gone.
 *
 * @param patience how long they live while no engine adopts them; empty: they end with their engine
 */
record Keeping(Optional<Duration> patience, UserIds users, Groups groups, IoLoop loop, Executor background) {

    private static final Logger LOG = LoggerFactory.getLogger(Keeping.class);

    /** Marks what a sandbox has as its own for as long as it lives, whatever becomes of this JVM. */
    CompletableFuture<StoredCell> keep(LiveSandbox sandbox, Path socket) {
        var kept = new CompletableFuture<StoredCell>();
        background.execute(() -> {
            try {
                kept.complete(mark(sandbox, socket));
            } catch (IOException e) {
                kept.completeExceptionally(new SandboxUnavailableException(
                        Reason.BACKEND_UNAVAILABLE, "its marks cannot be written: " + e, e));
            }
        });
        return kept;
    }

    private StoredCell mark(LiveSandbox sandbox, Path socket) throws IOException {
        Owner process = sandbox.process();
        users.keep(sandbox.uid(), process);
        CellMarks.write(socket, process);
        return new StoredCell(
                process.text(),
                socket.toString(),
                sandbox.uid(),
                sandbox.group().map(Group::name));
    }

    /** Removes the mark of one that is gone; its user is given back by who has it. */
    void drop(Path socket) {
        try {
            CellMarks.delete(socket);
        } catch (IOException e) {
            LOG.warn("The mark of a sandbox could not be removed: {}", e.toString());
        }
    }

    /** Takes charge of what a sandbox of an engine that has died has. */
    Optional<Group> adopt(StoredCell cell, GroupLimits limits) {
        users.adopt(cell.uid());
        return cell.group().map(name -> groups.adopt(name, limits));
    }

    /** Gives it back when that sandbox is gone, and with the last one of its engine what that left. */
    void giveBack(StoredCell cell, Optional<Group> group) {
        background.execute(() -> {
            Path socket = Path.of(cell.socket());
            group.ifPresent(groups::remove);
            users.release(cell.uid());
            drop(socket);
            sweep(CellMarks.folder(socket));
        });
    }

    private void sweep(Path folder) {
        String name = folder.getFileName().toString();
        try {
            // one at a time: two would be in each other's way
            synchronized (groups) {
                new Sweep(ProcFs.userId()).run(List.of(folder.getParent()));
                groups.sweep(left -> left.equals(name) && Sweep.isAbandoned(left));
            }
        } catch (SandboxException e) {
            LOG.warn("What an engine has left could not be removed: {}", e.getMessage());
        }
    }
}
