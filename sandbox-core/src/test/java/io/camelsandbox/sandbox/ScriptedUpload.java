package io.camelsandbox.sandbox;

import io.camelsandbox.Reason;
import io.camelsandbox.engine.HostedUpload;
import io.camelsandbox.engine.WriteOrder;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A file that is there when it is whole. A path that begins with {@code /full} has room for 100 bytes. */
final class ScriptedUpload implements HostedUpload {

    private final WriteOrder order;
    private final Map<String, byte[]> files;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();

    ScriptedUpload(WriteOrder order, Map<String, byte[]> files) {
        this.order = order;
        this.files = files;
    }

    @Override
    public CompletableFuture<Void> write(ByteBuffer bytes) {
        content.writeBytes(Streams.bytes(bytes));
        if (order.path().startsWith("/full") && content.size() > 100) {
            return CompletableFuture.failedFuture(
                    new SandboxFileException(Reason.FILE_IO_FAILED, order.path(), "has no room"));
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> commit() {
        files.put(order.path(), content.toByteArray());
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void abort() {}
}
