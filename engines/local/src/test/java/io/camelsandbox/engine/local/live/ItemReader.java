package io.camelsandbox.engine.local.live;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** Takes a stream and remembers its items. */
final class ItemReader<T> implements Flow.Subscriber<T> {

    private final List<T> items = new ArrayList<>();
    private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
    private final CompletableFuture<T> first = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final long wanted;

    private ItemReader(long wanted) {
        this.wanted = wanted;
    }

    static <T> ItemReader<T> of(Flow.Publisher<T> stream) {
        return of(stream, Long.MAX_VALUE);
    }

    /** Takes so many items and no more. */
    static <T> ItemReader<T> of(Flow.Publisher<T> stream, long wanted) {
        var reader = new ItemReader<T>(wanted);
        stream.subscribe(reader);
        return reader;
    }

    synchronized List<T> items() {
        return List.copyOf(items);
    }

    CompletableFuture<Void> ended() {
        return ended;
    }

    CompletableFuture<T> first() {
        return first;
    }

    void cancel() {
        subscription.thenAccept(Flow.Subscription::cancel);
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription.complete(given);
        given.request(wanted);
    }

    @Override
    public synchronized void onNext(T item) {
        items.add(item);
        first.complete(item);
    }

    @Override
    public void onError(Throwable problem) {
        ended.completeExceptionally(problem);
    }

    @Override
    public void onComplete() {
        ended.complete(null);
    }
}
