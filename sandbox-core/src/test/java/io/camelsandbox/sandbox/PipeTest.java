package io.camelsandbox.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class PipeTest {

    private final ExecutorService callers = Executors.newFixedThreadPool(4);
    private final AtomicLong taken = new AtomicLong();
    private final AtomicInteger cancels = new AtomicInteger();

    @AfterEach
    void stop() {
        callers.shutdownNow();
    }

    @Test
    void nothingIsTakenBeforeItIsDelivered() {
        Pipe<String> pipe = pipe(Runnable::run);
        pipe.put("a", 5);
        Collector<String> subscriber = Collector.of(pipe);
        assertThat(taken).hasValue(0);

        subscriber.request(1);

        assertThat(subscriber.items()).containsExactly("a");
        assertThat(taken).hasValue(5);
        assertThat(subscriber.end()).isNotDone();
    }

    @Test
    void theEndNeedsNoDemandButComesAfterAllItems() {
        Pipe<String> pipe = pipe(Runnable::run);
        Collector<String> subscriber = Collector.of(pipe);
        pipe.put("a", 1);
        pipe.complete();
        assertThat(subscriber.end()).isNotDone();

        subscriber.request(1);

        assertThat(subscriber.end().join()).containsExactly("a");
    }

    @Test
    void aFailureComesAfterAllItems() {
        Pipe<String> pipe = pipe(Runnable::run);
        pipe.put("a", 1);
        pipe.fail(new IllegalStateException("broken"));
        Collector<String> subscriber = Collector.all(pipe);

        assertThat(subscriber.items()).containsExactly("a");
        assertThatThrownBy(() -> subscriber.end().join()).hasRootCauseMessage("broken");
    }

    @Test
    void onlyTheFirstSubscriberIsServed() {
        Pipe<String> pipe = pipe(Runnable::run);
        Collector<String> first = Collector.all(pipe);
        Collector<String> second = Collector.all(pipe);
        pipe.put("a", 1);

        assertThat(first.items()).containsExactly("a");
        assertThatThrownBy(() -> second.end().join()).hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void demandThatIsNotPositiveEndsTheStream() {
        Pipe<String> pipe = pipe(Runnable::run);
        Collector<String> subscriber = Collector.of(pipe);
        pipe.put("a", 1);
        subscriber.request(0);

        assertThatThrownBy(() -> subscriber.end().join()).hasCauseInstanceOf(IllegalArgumentException.class);
        assertThat(subscriber.items()).isEmpty();
    }

    @Test
    void afterACancelEverythingIsTakenAndNothingDelivered() {
        Pipe<String> pipe = pipe(Runnable::run);
        Collector<String> subscriber = Collector.of(pipe);
        pipe.put("a", 3);
        subscriber.cancel();
        subscriber.cancel();
        pipe.put("b", 4);
        subscriber.request(10);

        assertThat(taken).hasValue(7);
        assertThat(cancels).hasValue(1);
        assertThat(subscriber.items()).isEmpty();
        assertThat(subscriber.end()).isNotDone();
    }

    @Test
    void aSubscriberThatThrowsIsLeftAlone() {
        Pipe<String> pipe = pipe(Runnable::run);
        var calls = new AtomicInteger();
        pipe.subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(String item) {
                calls.incrementAndGet();
                throw new IllegalStateException();
            }

            @Override
            public void onError(Throwable problem) {
                calls.addAndGet(100);
            }

            @Override
            public void onComplete() {
                calls.addAndGet(100);
            }
        });
        pipe.put("a", 1);
        pipe.put("b", 2);
        pipe.complete();

        assertThat(calls).hasValue(1);
        assertThat(taken).hasValue(3);
        assertThat(cancels).hasValue(1);
    }

    @Test
    void orderHoldsWithManyThreadsAndOneItemAtATime() {
        Pipe<Integer> pipe = new Pipe<>(callers, taken::addAndGet, cancels::incrementAndGet);
        var seen = new ArrayList<Integer>();
        var end = Consumption.of(pipe, seen::add);
        for (int i = 0; i < 10_000; i++) {
            pipe.put(i, 1);
        }
        pipe.complete();

        end.join();
        assertThat(seen).hasSize(10_000).isSorted();
        assertThat(taken).hasValue(10_000);
    }

    @Test
    void askingFromWithinADeliveryDoesNotGrowTheStack() {
        Pipe<Integer> pipe = new Pipe<>(Runnable::run, taken::addAndGet, cancels::incrementAndGet);
        for (int i = 0; i < 100_000; i++) {
            pipe.put(i, 1);
        }
        pipe.complete();
        List<Integer> seen = new ArrayList<>();
        Consumption.of(pipe, seen::add).join();

        assertThat(seen).hasSize(100_000);
    }

    private Pipe<String> pipe(java.util.concurrent.Executor executor) {
        return new Pipe<>(executor, taken::addAndGet, cancels::incrementAndGet);
    }
}
