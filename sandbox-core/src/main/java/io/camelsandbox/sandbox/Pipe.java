package io.camelsandbox.sandbox;

import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;

/**
 * What an engine reports, on its way to one subscriber. The engine never waits: it may report as much as the window of
 * the stream, and {@code taken} says when there is room again, which is when the subscriber got an item.
 */
final class Pipe<T> implements Flow.Publisher<T> {

    private record Item<T>(T value, long credit) {}

    private final Executor callers;
    private final LongConsumer taken;
    private final Runnable cancelled;
    private final AtomicBoolean claimed = new AtomicBoolean();
    private final ArrayDeque<Item<T>> waiting = new ArrayDeque<>();

    private Flow.Subscriber<? super T> subscriber;
    private long demand;
    private boolean delivering;
    private boolean ended;
    private boolean misused;
    private Throwable failure;
    private boolean closed;

    /**
     * A pipe.
     *
     * @param callers   where the subscriber is called
     * @param taken     told of the credit of each item that the subscriber got
     * @param cancelled told when the subscriber wants no more
     */
    Pipe(Executor callers, LongConsumer taken, Runnable cancelled) {
        this.callers = callers;
        this.taken = taken;
        this.cancelled = cancelled;
    }

    /** Adds an item; after a cancel it is dropped, and taken at once. */
    void put(T value, long credit) {
        synchronized (this) {
            if (!closed) {
                waiting.add(new Item<>(value, credit));
                deliver();
                return;
            }
        }
        taken.accept(credit);
    }

    /** Nothing more comes. */
    synchronized void complete() {
        ended = true;
        deliver();
    }

    /** Nothing more comes, for a reason that the subscriber is told after all that came before. */
    synchronized void fail(Throwable cause) {
        if (!ended) {
            ended = true;
            failure = failure == null ? cause : failure;
            deliver();
        }
    }

    /** Fails the stream instead of whatever end it had, before anything of it was delivered. */
    synchronized void failInstead(Throwable cause) {
        ended = true;
        failure = cause;
        deliver();
    }

    /** Takes one subscriber; each further one is told that it is too late. */
    @Override
    public void subscribe(Flow.Subscriber<? super T> next) {
        Objects.requireNonNull(next);
        if (!claimed.compareAndSet(false, true)) {
            callers.execute(() -> {
                next.onSubscribe(new Spent());
                next.onError(new IllegalStateException("this stream has its subscriber already"));
            });
            return;
        }
        callers.execute(() -> {
            next.onSubscribe(new Demand());
            synchronized (this) {
                subscriber = next;
                deliver();
            }
        });
    }

    private void deliver() {
        if (!delivering && subscriber != null && ready()) {
            delivering = true;
            callers.execute(this::run);
        }
    }

    private boolean ready() {
        return !closed && (misused || !waiting.isEmpty() && demand > 0 || waiting.isEmpty() && ended);
    }

    private void run() {
        while (true) {
            Item<T> item;
            Throwable end;
            synchronized (this) {
                if (!ready()) {
                    delivering = false;
                    return;
                }
                boolean last = waiting.isEmpty() || misused;
                item = last ? null : waiting.poll();
                end = failure;
                closed = last;
                demand -= last ? 0 : 1;
            }
            if (item == null) {
                finish(end);
                return;
            }
            taken.accept(item.credit());
            try {
                subscriber.onNext(item.value());
            } catch (RuntimeException e) {
                // a subscriber that throws has broken its contract: it gets nothing more
                cancel();
            }
        }
    }

    private void finish(Throwable end) {
        if (end == null) {
            subscriber.onComplete();
        } else {
            subscriber.onError(end);
        }
    }

    private void cancel() {
        long credit = 0;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            for (Item<T> item : waiting) {
                credit += item.credit();
            }
            waiting.clear();
        }
        if (credit > 0) {
            taken.accept(credit);
        }
        cancelled.run();
    }

    private final class Demand implements Flow.Subscription {
        @Override
        public void request(long count) {
            synchronized (Pipe.this) {
                if (count <= 0) {
                    misused = true;
                    failure = new IllegalArgumentException("a subscriber must ask for more than " + count);
                } else {
                    demand = demand + count < 0 ? Long.MAX_VALUE : demand + count;
                }
                deliver();
            }
        }

        @Override
        public void cancel() {
            Pipe.this.cancel();
        }
    }

    private static final class Spent implements Flow.Subscription {
        @Override
        public void request(long count) {}

        @Override
        public void cancel() {}
    }
}
