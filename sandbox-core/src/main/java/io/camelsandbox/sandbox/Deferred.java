package io.camelsandbox.sandbox;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.Supplier;

/** A stream that is there only later: asked for when somebody subscribes, who can cancel before it comes. */
final class Deferred<T> implements Flow.Publisher<T> {

    private final Supplier<CompletableFuture<? extends Flow.Publisher<T>>> source;
    private final Executor callers;

    Deferred(Supplier<CompletableFuture<? extends Flow.Publisher<T>>> source, Executor callers) {
        this.source = source;
        this.callers = callers;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        var relay = new Relay<T>(subscriber);
        callers.execute(() -> {
            subscriber.onSubscribe(relay);
            source.get().whenComplete((publisher, problem) -> {
                if (problem == null) {
                    publisher.subscribe(relay);
                } else {
                    callers.execute(() -> relay.onError(Background.unwrap(problem)));
                }
            });
        });
    }

    private static final class Relay<T> implements Flow.Subscriber<T>, Flow.Subscription {

        private final Flow.Subscriber<? super T> target;
        private Flow.Subscription source;
        private long early;
        private boolean cancelled;

        Relay(Flow.Subscriber<? super T> target) {
            this.target = target;
        }

        @Override
        public void onSubscribe(Flow.Subscription next) {
            long count;
            boolean cancel;
            synchronized (this) {
                source = next;
                count = early;
                cancel = cancelled;
            }
            if (cancel) {
                next.cancel();
            } else if (count != 0) {
                next.request(count);
            }
        }

        @Override
        public void request(long count) {
            synchronized (this) {
                if (source == null) {
                    // what is not positive is kept as it is: the source tells the subscriber
                    early = count <= 0 ? count : early + count < 0 ? Long.MAX_VALUE : early + count;
                    return;
                }
            }
            source.request(count);
        }

        @Override
        public void cancel() {
            synchronized (this) {
                cancelled = true;
                if (source == null) {
                    return;
                }
            }
            source.cancel();
        }

        @Override
        public void onNext(T item) {
            target.onNext(item);
        }

        @Override
        public void onError(Throwable problem) {
            synchronized (this) {
                if (cancelled) {
                    return;
                }
            }
            target.onError(problem);
        }

        @Override
        public void onComplete() {
            target.onComplete();
        }
    }
}
