package io.camelsandbox.engine;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** A file on its way into a sandbox. Calls come one at a time; the next {@link #write} comes when the last is done. */
public interface HostedUpload {

    /**
     * Adds bytes. The future is completed when more may come, which is not when they arrived; until then the buffer is
     * the engine's. It fails with a {@link io.camelsandbox.SandboxException} (reasons {@code FILE_…}), and then the
     * upload is over.
     */
    CompletableFuture<Void> write(ByteBuffer bytes);

    /** Ends the file: when the future is completed it stands under its name, whole, and nobody ever saw a part of it. */
    CompletableFuture<Void> commit();

    /** Gives up: the name holds what it held before, and nothing else is left. Idempotent; ignored after a commit. */
    void abort();
}
