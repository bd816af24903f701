package io.camelsandbox.sandbox;

import io.camelsandbox.SandboxRefusedException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Waiting on many futures without a thread. */
public final class Waiting {

    private Waiting() {}

    /** All values, in the order of their futures; fails with the first error, and leaves the others as they are. */
    public static <T> CompletableFuture<List<T>> all(Collection<CompletableFuture<T>> futures) {
        List<CompletableFuture<T>> given = List.copyOf(futures);
        var all = new CompletableFuture<List<T>>();
        var left = new AtomicInteger(given.size());
        if (given.isEmpty()) {
            all.complete(List.of());
        }
        for (CompletableFuture<T> future : given) {
            future.whenComplete((value, problem) -> {
                if (problem != null) {
                    all.completeExceptionally(Background.unwrap(problem));
                } else if (left.decrementAndGet() == 0) {
                    all.complete(given.stream().map(CompletableFuture::join).toList());
                }
            });
        }
        return all;
    }

    /**
     * What has ended when the first {@code count} have, or when the time is over. Never fails for what it waits on.
     *
     * @param count    from 1; more than there are is all of them
     * @param deadline how long; null is until they have
     */
    public static <T> CompletableFuture<WaitOutcome<T>> first(
            int count, Duration deadline, Collection<CompletableFuture<T>> futures) {
        if (count < 1) {
            throw new SandboxRefusedException("waiting on the first " + count + ": at least 1");
        }
        List<CompletableFuture<T>> given = List.copyOf(futures);
        var enough = new CompletableFuture<Void>();
        var left = new AtomicInteger(Math.min(count, given.size()));
        if (given.isEmpty()) {
            enough.complete(null);
        }
        for (CompletableFuture<T> future : given) {
            future.whenComplete((value, problem) -> {
                if (left.decrementAndGet() == 0) {
                    enough.complete(null);
                }
            });
        }
        if (deadline != null) {
            enough.completeOnTimeout(null, Math.max(0, deadline.toMillis()), TimeUnit.MILLISECONDS);
        }
        return enough.thenApply(done -> new WaitOutcome<>(
                given.stream().filter(CompletableFuture::isDone).toList(),
                given.stream().filter(future -> !future.isDone()).toList()));
    }

    /** What has ended when all have, or when the time is over. */
    public static <T> CompletableFuture<WaitOutcome<T>> all(
            Duration deadline, Collection<CompletableFuture<T>> futures) {
        return first(Math.max(1, futures.size()), deadline, futures);
    }
}
