package io.camelsandbox.component;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** One call after the other, of which cancelling the whole ends the one that is under way. */
final class Chain {

    private Chain() {}

    /** {@code next} of what {@code first} gives. */
    static <A, B> CompletableFuture<B> of(CompletableFuture<A> first, Function<A, CompletableFuture<B>> next) {
        var whole = new CompletableFuture<B>();
        cancelWith(whole, first);
        first.whenComplete((value, problem) -> {
            if (problem != null) {
                whole.completeExceptionally(problem);
            } else if (!whole.isDone()) {
                second(whole, value, next);
            }
        });
        return whole;
    }

    private static <A, B> void second(CompletableFuture<B> whole, A value, Function<A, CompletableFuture<B>> next) {
        CompletableFuture<B> call;
        try {
            call = next.apply(value);
        } catch (RuntimeException | Error e) {
            whole.completeExceptionally(e);
            return;
        }
        cancelWith(whole, call);
        call.whenComplete((result, problem) -> {
            if (problem == null) {
                whole.complete(result);
            } else {
                whole.completeExceptionally(problem);
            }
        });
    }

    private static void cancelWith(CompletableFuture<?> whole, CompletableFuture<?> part) {
        whole.whenComplete((result, problem) -> {
            if (whole.isCancelled()) {
                part.cancel(true);
            }
        });
    }
}
