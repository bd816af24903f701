package io.camelsandbox.engine.local.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Who uses the state folder. Each owner holds a lock on a file of its own as long as its JVM lives, which the kernel
 * lets go of at any kind of death. Its methods are called with the folder's lock held.
 */
final class Owners {

    /** What is known of an owner. */
    enum State {
        ALIVE,
        /** It said that it goes. */
        CLOSED,
        /** It is dead and did not say so. */
        DIED
    }

    private final Path folder;
    private final String jvm;
    private final String self;
    private final FileChannel held;

    /** Adds a new owner of this JVM. */
    Owners(Path folder, String jvm) throws IOException {
        this.folder = SafeFiles.folder(folder);
        this.jvm = jvm + "_";
        this.self = this.jvm + UUID.randomUUID();
        this.held = SafeFiles.create(folder.resolve(self));
        try {
            if (held.tryLock() == null) {
                throw new IOException(folder + " does not take locks");
            }
        } catch (IOException | RuntimeException e) {
            held.close();
            throw e;
        }
    }

    String self() {
        return self;
    }

    /** How another owner fares. */
    State state(String owner) throws IOException {
        Path file = folder.resolve(SafeFiles.nameIsPlain(owner));
        if (owner.startsWith(jvm)) {
            // its file must not be opened here: closing it would let go of its lock
            return Files.exists(file) ? State.ALIVE : State.CLOSED;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock == null ? State.ALIVE : State.DIED;
        } catch (NoSuchFileException e) {
            return State.CLOSED;
        }
    }

    /** Those that died and are not forgotten yet. */
    List<String> dead() throws IOException {
        var dead = new ArrayList<String>();
        for (String owner : SafeFiles.names(folder)) {
            if (SafeFiles.isPlain(owner) && !owner.equals(self) && state(owner) == State.DIED) {
                dead.add(owner);
            }
        }
        return dead;
    }

    /** Forgets owners; comes after all that they held is ended. */
    void forget(List<String> gone) throws IOException {
        for (String owner : gone) {
            Files.deleteIfExists(folder.resolve(SafeFiles.nameIsPlain(owner)));
        }
    }

    void close() throws IOException {
        Files.deleteIfExists(folder.resolve(self));
        held.close();
    }
}
