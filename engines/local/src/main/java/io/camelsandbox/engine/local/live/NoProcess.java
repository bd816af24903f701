package io.camelsandbox.engine.local.live;

import io.camelsandbox.engine.HostedProcess;
import io.camelsandbox.engine.StandardStream;
import io.camelsandbox.engine.TerminalSize;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** A process that never was. */
final class NoProcess implements HostedProcess {

    @Override
    public void taken(StandardStream stream, long bytes) {
        // nothing was reported
    }

    @Override
    public CompletableFuture<Void> input(ByteBuffer bytes) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void endInput() {
        // nobody reads
    }

    @Override
    public void resize(TerminalSize size) {
        // nobody looks
    }

    @Override
    public void signal(int number) {
        // nobody hears
    }

    @Override
    public void cancel() {
        // it is over
    }
}
