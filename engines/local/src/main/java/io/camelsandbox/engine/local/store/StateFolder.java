package io.camelsandbox.engine.local.store;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder that outlives engines and JVMs. Several engines, of one JVM or of many, may use it at once; what one of
 * them made, the others may read.
 *
 * <pre>
 * lock            held by who changes what others see
 * owners/OWNER    one for each engine that is there, locked as long as its JVM lives
 * requests/       the request id of each sandbox
 * sandboxes/ID/   record, and log
 * snapshots/ID/   record, and archive
 * </pre>
 *
 * All that is in it is for the JVM's user alone. Its methods block.
 */
public final class StateFolder implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StateFolder.class);
    private final Path path;
    private final StateLock lock;
    private final Owners owners;

    private StateFolder(Path path, String jvm) throws IOException {
        this.path = path;
        this.lock = new StateLock(path.resolve("lock"));
        this.owners = lock.locked(() -> new Owners(path.resolve("owners"), jvm));
        SafeFiles.folder(requests());
        SafeFiles.folder(sandboxes());
        SafeFiles.folder(snapshots());
    }

    /**
     * Opens it in the first of {@code places} that will do; missing folders are made.
     *
     * @param user this JVM's user: a folder of another one is not used
     * @param jvm  names this JVM for certain; part of a file's name
     * @throws SandboxUnavailableException when none will do; says why for each, and which property to set
     */
    public static StateFolder open(List<Path> places, long user, String jvm) {
        var reasons = new ArrayList<String>();
        for (Path place : places) {
            try {
                return new StateFolder(prepared(place, user), jvm);
            } catch (IOException e) {
                LOG.debug("No state folder at {}", place, e);
                String why = e.getMessage() == null ? "" : ": " + e.getMessage();
                reasons.add(place + " (" + e.getClass().getSimpleName() + why + ")");
            }
        }
        throw new SandboxUnavailableException("the local engine finds no place for records of sandboxes: "
                + String.join("; ", reasons) + ". Set the engine property stateDir to a folder that it may write");
    }

    private static Path prepared(Path place, long user) throws IOException {
        Path folder = SafeFiles.folder(place).toRealPath();
        long owner = ((Number) Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS)).longValue();
        if (owner != user) {
            throw new IOException("it belongs to user " + owner);
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder);
        if (permissions.contains(PosixFilePermission.GROUP_WRITE)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new IOException("others may write it");
        }
        return folder;
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /** Names this user of the folder; differs for each that ever was. */
    public String owner() {
        return owners.self();
    }

    Path requests() {
        return path.resolve("requests");
    }

    Path sandboxes() {
        return path.resolve("sandboxes");
    }

    Path snapshots() {
        return path.resolve("snapshots");
    }

    /** How an owner fares; with the lock held. */
    Owners.State state(String owner) throws IOException {
        return owners.self().equals(owner) ? Owners.State.ALIVE : owners.state(owner);
    }

    /** Engines that died and are not forgotten yet. */
    List<String> deadOwners() {
        return locked(owners::dead);
    }

    /** Forgets engines that died; comes after all that they held is ended. */
    void forget(List<String> dead) {
        locked(() -> {
            owners.forget(dead);
            return null;
        });
    }

    /** Does something that others must not do at the same time. */
    <T> T locked(StateLock.Work<T> work) {
        return io(() -> lock.locked(work));
    }

    /** Does something with files; what the disk refuses becomes an exception of this library. */
    <T> T io(StateLock.Work<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            throw new SandboxException(
                    Reason.BACKEND_UNAVAILABLE, "the state folder " + path + " cannot be used: " + e, e);
        }
    }

    /** Says that this owner is gone. What it held and did not end counts as ended by a shutdown. */
    @Override
    public void close() {
        locked(() -> {
            owners.close();
            return null;
        });
    }
}
