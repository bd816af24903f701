package io.camelsandbox.sandbox;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What came of waiting on many.
 *
 * @param done    those that have ended, with a value or an error, in the order they were given
 * @param pending the others; they go on
 */
public record WaitOutcome<T>(List<CompletableFuture<T>> done, List<CompletableFuture<T>> pending) {

    public WaitOutcome {
        done = List.copyOf(done);
        pending = List.copyOf(pending);
    }
}
