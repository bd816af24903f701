package io.camelsandbox.sandbox;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;

/** A subscriber that asks for as much as a test says. */
final class Collector<T> implements Flow.Subscriber<T> {

    private final List<T> items = new CopyOnWriteArrayList<>();
    private final CompletableFuture<List<T>> end = new CompletableFuture<>();
    private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();

    static <T> Collector<T> of(Flow.Publisher<T> publisher) {
        var collector = new Collector<T>();
        publisher.subscribe(collector);
        return collector;
    }

    /** All of a stream. */
    static <T> Collector<T> all(Flow.Publisher<T> publisher) {
        return Collector.of(publisher).request(Long.MAX_VALUE);
    }

    Collector<T> request(long count) {
        subscription.join().request(count);
        return this;
    }

    void cancel() {
        subscription.join().cancel();
    }

    List<T> items() {
        return items;
    }

    CompletableFuture<List<T>> end() {
        return end;
    }

    static String text(List<ByteBuffer> chunks) {
        var text = new StringBuilder();
        chunks.forEach(chunk -> text.append(new String(Streams.bytes(chunk), StandardCharsets.UTF_8)));
        return text.toString();
    }

    @Override
    public void onSubscribe(Flow.Subscription next) {
        subscription.complete(next);
    }

    @Override
    public void onNext(T item) {
        items.add(item);
    }

    @Override
    public void onError(Throwable problem) {
        end.completeExceptionally(problem);
    }

    @Override
    public void onComplete() {
        end.complete(List.copyOf(items));
    }
}
