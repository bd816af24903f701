package io.camelsandbox.engine.local;

import io.camelsandbox.SandboxUnavailableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine's own folder on the host while it runs.
 *
 * <pre>
 * camel-sandbox-OWNER-RANDOM/   others may pass, not look
 *   sandbox/   seen as /sandbox: the native program as init, the interpreters' bootstraps
 *   etc/       seen as /etc
 *   nothing/   empty; covers what a sandbox is not to see
 *   stage/     empty; each sandbox mounts its writable file system here, in its own mount namespace
 *   shown/     files of sandboxes that stay, each in a folder of a name that cannot be guessed
 *   private/   0700: the socket; for each sandbox that may outlive this JVM its own, and a mark beside it
 * </pre>
 */
final class RuntimeFolder implements AutoCloseable {

    /** Every such folder's name begins with it. */
    static final String PREFIX = "camel-sandbox-";

    private static final Logger LOG = LoggerFactory.getLogger(RuntimeFolder.class);
    /** The kernel's limit on the path of a socket is 108 bytes. */
    private static final int LONGEST_SOCKET_PATH = 103;

    private static final int MOST_BYTES = 107;

    private final Path base;
    private final AtomicLong runs = new AtomicLong();
    private final AtomicLong sockets = new AtomicLong();

    private RuntimeFolder(Path base) {
        this.base = base;
    }

    /**
     * Makes the folder below the first of {@code parents} that will do.
     *
     * @param parents where to try, in this order
     * @param foreign true when sandboxes have another user than this JVM and must be able to get there
     * @param owner   this JVM
     * @param program is put there as {@code init}
     * @throws SandboxUnavailableException when none will do; says why for each
     */
    static RuntimeFolder create(List<Path> parents, boolean foreign, Owner owner, NativeProgram program) {
        var reasons = new ArrayList<String>();
        for (Path parent : parents) {
            try {
                return createIn(parent.toRealPath(), foreign, owner, program);
            } catch (IOException e) {
                LOG.debug("No runtime folder in {}", parent, e);
                reasons.add(parent + ": " + reason(e));
            }
        }
        throw new SandboxUnavailableException("the local engine finds no place for its runtime folder: "
                + String.join("; ", reasons) + ". Set the engine property runtimeDir to a folder that allows it");
    }

    private static RuntimeFolder createIn(Path parent, boolean foreign, Owner owner, NativeProgram program)
            throws IOException {
        String random = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong(), 8);
        Path base = parent.resolve(PREFIX + owner.text() + "-" + random);
        if (base.resolve("private/s").toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_SOCKET_PATH) {
            throw new IOException("the path is too long for a socket");
        }
        if (foreign) {
            Path closed = Folders.firstClosedTo(Set.of(PosixFilePermission.OTHERS_EXECUTE), base);
            if (closed != null) {
                throw new IOException("other users may not pass through " + closed);
            }
        }
        var folder = new RuntimeFolder(Folders.create(base, Folders.PASSABLE));
        try {
            folder.fill(program);
            return folder;
        } catch (IOException | RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    private void fill(NativeProgram program) throws IOException {
        Folders.create(support(), Folders.READABLE);
        Folders.create(etc(), Folders.READABLE);
        Folders.create(nothing(), Folders.READABLE);
        Folders.create(stage(), Folders.READABLE);
        Folders.create(base.resolve("shown"), Folders.PASSABLE);
        Folders.create(base.resolve("private"), Folders.PRIVATE);
        program.extract(program());
        Files.setPosixFilePermissions(program(), PosixFilePermissions.fromString(Folders.READABLE));
        if (!Files.isExecutable(program())) {
            throw new IOException("programs may not be run there (mounted noexec)");
        }
    }

    private static String reason(IOException e) {
        return e.getClass() == IOException.class ? e.getMessage() : e.getClass().getSimpleName();
    }

    /** Holds everything else. */
    Path base() {
        return base;
    }

    /** Seen as {@code /sandbox}. */
    Path support() {
        return base.resolve("sandbox");
    }

    /** The native program. */
    Path program() {
        return support().resolve("init");
    }

    /** Seen as {@code /etc}. */
    Path etc() {
        return base.resolve("etc");
    }

    /** An empty folder. */
    Path nothing() {
        return base.resolve("nothing");
    }

    /** Where each sandbox mounts its writable file system. */
    Path stage() {
        return base.resolve("stage");
    }

    /** Where the launcher and the sandboxes connect to. */
    Path socket() {
        return base.resolve("private/s");
    }

    /** A name in the private part that no other execution has; the folder is not made yet. */
    Path newRun() {
        return base.resolve("private/run-" + runs.incrementAndGet());
    }

    /**
     * A socket for one sandbox that has it alone; not made yet.
     *
     * @throws SandboxUnavailableException when its path would be too long
     */
    Path newSocket() {
        Path path = base.resolve("private/a" + sockets.incrementAndGet());
        if (path.toString().getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            throw new SandboxUnavailableException("the path " + path
                    + " is too long for a socket: set the engine property runtimeDir to a folder with a shorter one");
        }
        return path;
    }

    /** A new folder that sandboxes get at and nobody finds; whoever asked deletes it. */
    Path newShown() throws IOException {
        return Folders.create(base.resolve("shown").resolve(UUID.randomUUID().toString()), Folders.PASSABLE);
    }

    /** Deletes it. */
    @Override
    public void close() {
        try {
            Folders.delete(base);
        } catch (IOException e) {
            LOG.warn("The runtime folder {} could not be deleted: {}", base, e.toString());
        }
    }
}
