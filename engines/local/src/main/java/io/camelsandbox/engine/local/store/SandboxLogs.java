package io.camelsandbox.engine.local.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executor;

/** The logs of sandboxes, each beside its record and dropped with it. */
public final class SandboxLogs {

    private final StateFolder folder;
    private final long size;
    private final Executor background;

    /**
     * Logs of a folder.
     *
     * @param size       bytes that one log may take on the disk
     * @param background reads and writes them; may be blocked by the disk
     */
    public SandboxLogs(StateFolder folder, long size, Executor background) {
        this.folder = folder;
        this.size = size;
        this.background = background;
    }

    /** The log of a sandbox of this engine whose main process is about to start; blocks on the disk. */
    public SandboxLog create(String sandboxId) {
        return folder.io(() -> {
            Path path = path(sandboxId);
            return new SandboxLog(new LogFiles(path), Optional.of(new LogWriter(path, size)), background);
        });
    }

    /** The log of a sandbox that another engine began and that is this engine's now: goes on where it ends. */
    public SandboxLog resume(String sandboxId) {
        return folder.io(() -> {
            Path path = path(sandboxId);
            return new SandboxLog(new LogFiles(path), Optional.of(LogWriter.resume(path, size)), background);
        });
    }

    /** The log of any sandbox that has a record, to read what is there now; it is not written by this engine. */
    public SandboxLog recorded(String sandboxId) {
        return folder.io(() -> new SandboxLog(new LogFiles(path(sandboxId)), Optional.empty(), background));
    }

    private Path path(String sandboxId) throws IOException {
        return folder.sandboxes().resolve(SafeFiles.nameIsPlain(sandboxId)).resolve("log");
    }
}
