package io.camelsandbox.sandbox;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Standard input as {@link OutputStream}: each write waits until the guest took it. */
final class StdinOutputStream extends OutputStream {

    private final StdinWriter writer;

    StdinOutputStream(StdinWriter writer) {
        this.writer = writer;
    }

    @Override
    public void write(int octet) throws IOException {
        await(writer.write(new byte[] {(byte) octet}));
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        await(writer.write(Arrays.copyOfRange(source, offset, offset + length)));
    }

    @Override
    public void close() throws IOException {
        await(writer.close());
    }

    private static void await(CompletableFuture<Void> done) throws IOException {
        try {
            done.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while standard input was written");
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        }
    }
}
