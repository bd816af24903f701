package io.camelsandbox.sandbox;

import io.camelsandbox.SandboxException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Where callers' code runs, and the clock. An engine's threads must not be blocked, so nothing of a caller runs on them.
 *
 * @param callers may block
 * @param timer   runs nothing of a caller
 */
record Background(Executor callers, ScheduledExecutorService timer) {

    /** A future of the caller's own that ends as {@code inner} does, on a thread that may block. */
    <T> CompletableFuture<T> deliver(CompletableFuture<T> inner) {
        var outer = new CompletableFuture<T>();
        inner.whenComplete((value, problem) -> callers.execute(() -> {
            if (problem == null) {
                outer.complete(value);
            } else {
                outer.completeExceptionally(unwrap(problem));
            }
        }));
        return outer;
    }

    /**
     * What {@code next} makes of the value of {@code first}, begun and delivered where a caller's code may run. Cancelling
     * it cancels what {@code next} began, never {@code first}.
     */
    <S, T> CompletableFuture<T> then(CompletableFuture<S> first, Function<S, CompletableFuture<T>> next) {
        var whole = new CompletableFuture<T>();
        first.whenCompleteAsync(
                (value, problem) -> {
                    if (problem != null) {
                        whole.completeExceptionally(unwrap(problem));
                    } else if (!whole.isDone()) {
                        follow(next.apply(value), whole);
                    }
                },
                callers);
        return whole;
    }

    private <T> void follow(CompletableFuture<T> begun, CompletableFuture<T> whole) {
        whole.whenComplete((value, problem) -> {
            if (problem != null) {
                begun.cancel(false);
            }
        });
        begun.whenCompleteAsync(
                (value, problem) -> {
                    if (problem == null) {
                        whole.complete(value);
                    } else {
                        whole.completeExceptionally(unwrap(problem));
                    }
                },
                callers);
    }

    /** Ends as {@code inner} does, or fails when {@code time} is over before; {@code inner} goes on. */
    <T> CompletableFuture<T> within(CompletableFuture<T> inner, Duration time, Supplier<SandboxException> late) {
        if (inner.isDone()) {
            return inner;
        }
        var outer = new CompletableFuture<T>();
        ScheduledFuture<?> alarm = after(time, () -> outer.completeExceptionally(late.get()));
        outer.whenComplete((value, problem) -> alarm.cancel(false));
        inner.whenComplete((value, problem) -> {
            if (problem == null) {
                outer.complete(value);
            } else {
                outer.completeExceptionally(unwrap(problem));
            }
        });
        return outer;
    }

    /** Does {@code what} when {@code time} is over. */
    ScheduledFuture<?> after(Duration time, Runnable what) {
        return timer.schedule(what, nanos(time), TimeUnit.NANOSECONDS);
    }

    static Throwable unwrap(Throwable problem) {
        Throwable cause = problem;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static long nanos(Duration time) {
        // a time that does not fit is some 290 years: longer than anybody waits
        return time.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0 ? Long.MAX_VALUE : time.toNanos();
    }
}
