package io.camelsandbox.engine.local.live;

import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.HostedUpload;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** An upload that cannot be.
 *
 * @param why told whoever tries
 */
record NoUpload(SandboxException why) implements HostedUpload {

    @Override
    public CompletableFuture<Void> write(ByteBuffer bytes) {
        return CompletableFuture.failedFuture(why);
    }

    @Override
    public CompletableFuture<Void> commit() {
        return CompletableFuture.failedFuture(why);
    }

    @Override
    public void abort() {
        // nothing was begun
    }
}
