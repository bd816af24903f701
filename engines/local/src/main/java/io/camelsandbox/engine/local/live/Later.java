package io.camelsandbox.engine.local.live;

import io.camelsandbox.EngineLostException;
import io.camelsandbox.SandboxException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/** Work that may block, done elsewhere. */
final class Later {

    private Later() {}

    /** A future of what {@code work} gives; it fails with a {@link SandboxException} only. */
    static <T> CompletableFuture<T> call(Executor background, Supplier<T> work) {
        var result = new CompletableFuture<T>();
        try {
            background.execute(() -> {
                try {
                    result.complete(work.get());
                } catch (SandboxException e) {
                    result.completeExceptionally(e);
                } catch (RuntimeException | Error e) {
                    result.completeExceptionally(
                            new EngineLostException("unexpected error in the local engine: " + e, null, e));
                }
            });
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(new EngineLostException("the local engine is closed", null, null));
        }
        return result;
    }
}
