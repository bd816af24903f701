package io.camelsandbox.sandbox;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** Takes one item after the other; its future ends with the stream, and cancelling that cancels the stream. */
final class Consumption<T> implements Flow.Subscriber<T> {

    /** What is done with an item. */
    @FunctionalInterface
    interface Step<T> {
        void take(T item) throws Exception;
    }

    private final Step<? super T> step;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private Flow.Subscription subscription;

    private Consumption(Step<? super T> step) {
        this.step = step;
    }

    static <T> CompletableFuture<Void> of(Flow.Publisher<T> publisher, Step<? super T> step) {
        var consumption = new Consumption<T>(step);
        publisher.subscribe(consumption);
        return consumption.end;
    }

    @Override
    public void onSubscribe(Flow.Subscription next) {
        subscription = next;
        end.whenComplete((done, problem) -> {
            if (problem != null) {
                next.cancel();
            }
        });
        next.request(1);
    }

    @Override
    public void onNext(T item) {
        if (end.isDone()) {
            return;
        }
        try {
            step.take(item);
            subscription.request(1);
        } catch (Exception e) {
            end.completeExceptionally(e);
        }
    }

    @Override
    public void onError(Throwable problem) {
        end.completeExceptionally(problem);
    }

    @Override
    public void onComplete() {
        end.complete(null);
    }
}
