package io.camelsandbox.engine.local.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;

/** Lets one at a time do something, of all threads of all JVMs of this machine. */
final class StateLock {

    /** The kernel's locks are the JVM's and not a thread's, and go with the first channel that is closed. */
    private static final Object ONE_THREAD = new Object();

    private static final int ATTEMPTS = 1_000;
    private static final long PAUSE_NANOS = 10_000_000;

    private final Path file;

    StateLock(Path file) {
        this.file = file;
    }

    /** Something that reads and writes files. */
    interface Work<T> {
        T run() throws IOException;
    }

    <T> T locked(Work<T> work) throws IOException {
        synchronized (ONE_THREAD) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = lock(channel)) {
                if (!lock.isValid()) {
                    throw new IOException("the lock on " + file + " was lost");
                }
                return work.run();
            }
        }
    }

    private FileLock lock(FileChannel channel) throws IOException {
        for (int i = 0; i < ATTEMPTS; i++) {
            try {
                return channel.lock();
            } catch (OverlappingFileLockException e) {
                // The same library in another class loader of this JVM: it lets go within a moment.
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        throw new IOException(file + " stays locked");
    }
}
