package io.camelsandbox.sandbox;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Function;

/** Hands each chunk of a stream to a target that takes its time, and asks for the next when that is done. */
final class Feed implements Flow.Subscriber<ByteBuffer> {

    private final Function<ByteBuffer, CompletableFuture<Void>> target;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
    private Flow.Subscription subscription;

    private Feed(Function<ByteBuffer, CompletableFuture<Void>> target) {
        this.target = target;
    }

    /** A future that is completed when the target took everything; cancelling or failing it cancels the source. */
    static CompletableFuture<Void> of(
            Flow.Publisher<ByteBuffer> source, Function<ByteBuffer, CompletableFuture<Void>> target) {
        var feed = new Feed(target);
        source.subscribe(feed);
        return feed.end;
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
    public void onNext(ByteBuffer chunk) {
        last = target.apply(chunk);
        last.whenComplete((done, problem) -> {
            if (problem != null) {
                end.completeExceptionally(Background.unwrap(problem));
            } else if (!end.isDone()) {
                subscription.request(1);
            }
        });
    }

    @Override
    public void onError(Throwable problem) {
        end.completeExceptionally(problem);
    }

    @Override
    public void onComplete() {
        last.whenComplete((done, problem) -> {
            if (problem == null) {
                end.complete(null);
            }
        });
    }
}
