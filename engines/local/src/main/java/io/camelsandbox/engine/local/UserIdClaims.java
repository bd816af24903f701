package io.camelsandbox.engine.local;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxUnavailableException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shares out blocks of host user ids among the JVMs of a machine: a claim is a file in a folder that only root can
 * enter. Claims are looked at and made under a lock on the folder. The claim itself is not a lock: locks of this kind
 * go when the same process closes any descriptor of the file, which a second engine in the JVM would do.
 */
final class UserIdClaims {

    /** A block that is this JVM's until it is closed. */
    record Claim(long first, long count, Path file) implements AutoCloseable {
        @Override
        public void close() {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                LOG.warn("The claim {} could not be deleted: {}", file, e.toString());
            }
        }
    }

    /** Far above what people, services and container runtimes are given. */
    static final long DEFAULT_FIRST = 1_900_000_000L;

    private static final Logger LOG = LoggerFactory.getLogger(UserIdClaims.class);
    private static final int BLOCKS = 4096;
    private static final long BLOCK_SIZE = 4096;
    /** In a small map: above people and services, below the dynamic users of systemd. */
    private static final long SMALL_FIRST = 40_000;

    private static final long SMALL_BLOCK_SIZE = 1_000;
    private static final int SMALL_BLOCKS = 20;
    private static final String PREFIX = "uids-";
    private static final int ATTEMPTS = 200;

    private final Path folder;
    private final Owner owner;
    private final UserIdMap map;

    /**
     * Claims of a machine.
     *
     * @param folder made if it is not there; must belong to this JVM's user and be closed to others
     */
    UserIdClaims(Path folder, Owner owner, UserIdMap map) {
        this.folder = folder;
        this.owner = owner;
        this.map = map;
    }

    /**
     * Claims a block that no living JVM has.
     *
     * @param first where blocks begin; empty for the default, or a block within the map where it does not reach that
     *     high
     * @throws SandboxUnavailableException when there is none
     */
    Claim claim(OptionalLong first) {
        long wanted = first.orElse(DEFAULT_FIRST);
        if (map.contains(wanted, BLOCK_SIZE)) {
            return claim(wanted, BLOCK_SIZE, BLOCKS);
        }
        if (first.isEmpty() && map.contains(SMALL_FIRST, SMALL_BLOCK_SIZE)) {
            return claim(SMALL_FIRST, SMALL_BLOCK_SIZE, SMALL_BLOCKS);
        }
        throw new SandboxUnavailableException("the user ids " + (first.isPresent() ? wanted : SMALL_FIRST)
                + " and up do not exist in this user namespace (it has " + map.describe()
                + "): set the engine property uidBase to the first of " + BLOCK_SIZE + " ids that do");
    }

    private Claim claim(long first, long size, int blocks) {
        try {
            prepareFolder();
            // One process's threads do not exclude each other by file locks.
            synchronized (UserIdClaims.class) {
                try (FileChannel channel = FileChannel.open(
                                folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                        FileLock lock = lock(channel)) {
                    return claimLocked(first, size, blocks, lock);
                }
            }
        } catch (IOException e) {
            throw new SandboxUnavailableException(
                    Reason.BACKEND_UNAVAILABLE,
                    "the local engine cannot claim host users in " + folder + ": " + e.getMessage(),
                    e);
        }
    }

    private Claim claimLocked(long first, long size, int blocks, FileLock lock) throws IOException {
        dropClaimsOfTheDead();
        int start = ThreadLocalRandom.current().nextInt(blocks);
        for (int i = 0; i < blocks && lock.isValid(); i++) {
            long block = first + (start + i) % blocks * size;
            Path file = folder.resolve(PREFIX + block);
            if (map.contains(block, size) && isFree(file)) {
                Files.writeString(file, owner.text());
                return new Claim(block, size, file);
            }
        }
        throw new SandboxUnavailableException(
                "all blocks of host user ids from " + first + " are claimed in " + folder + " by running JVMs");
    }

    private void dropClaimsOfTheDead() throws IOException {
        try (DirectoryStream<Path> claims = Files.newDirectoryStream(folder, PREFIX + "*")) {
            for (Path file : claims) {
                if (isFree(file)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static boolean isFree(Path file) throws IOException {
        try {
            String text = Files.readString(file, StandardCharsets.US_ASCII);
            return Owner.parse(text).map(Owner::isDead).orElse(true);
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    private void prepareFolder() throws IOException {
        try {
            Files.createDirectories(folder.getParent());
            Folders.create(folder, Folders.PRIVATE);
        } catch (FileAlreadyExistsException e) {
            boolean ours =
                    Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && Folders.owner(folder) == ProcFs.userId();
            if (!ours) {
                throw new IOException("it belongs to another user", e);
            }
        }
    }

    private static FileLock lock(FileChannel channel) throws IOException {
        for (int i = 0; i < ATTEMPTS; i++) {
            try {
                return channel.lock();
            } catch (OverlappingFileLockException e) {
                // The same library in another class loader of this JVM: it lets go within a moment.
                LockSupport.parkNanos(10_000_000);
            }
        }
        throw new IOException("it stays locked");
    }
}
