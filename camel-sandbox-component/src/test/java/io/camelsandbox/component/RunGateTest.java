package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.SandboxCancelledException;
import io.camelsandbox.SandboxCapacityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RunGateTest {

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    private RunGate gate(int concurrent, int queued, Duration timeout) {
        return new RunGate(concurrent, queued, timeout, timer);
    }

    @Test
    void whoComesBeyondTheLimitWaitsInOrder() {
        RunGate gate = gate(1, 2, Duration.ofMinutes(1));
        RunGate.Permit first = gate.enter().join();
        CompletableFuture<RunGate.Permit> second = gate.enter();
        CompletableFuture<RunGate.Permit> third = gate.enter();

        assertThat(second).isNotDone();
        first.close();
        assertThat(second).isCompleted();
        assertThat(third).isNotDone();
        second.join().close();
        assertThat(third).isCompleted();
        assertThat(gate.running()).isEqualTo(1);
    }

    @Test
    void aFullQueueIsACapacityErrorThatNamesTheOptions() {
        RunGate gate = gate(1, 1, Duration.ofMinutes(1));
        gate.enter();
        gate.enter();

        assertThat(gate.enter())
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingRootCause()
                .isInstanceOf(SandboxCapacityException.class)
                .withMessageContaining("raise maxConcurrent or maxQueued");
    }

    @Test
    void waitingTooLongIsACapacityErrorAndLeavesTheQueue() {
        RunGate gate = gate(1, 1, Duration.ofMillis(20));
        gate.enter();
        CompletableFuture<RunGate.Permit> late = gate.enter();

        assertThat(late)
                .failsWithin(Duration.ofSeconds(5))
                .withThrowableThat()
                .havingRootCause()
                .isInstanceOf(SandboxCapacityException.class)
                .withMessageContaining("queueTimeout");
        Awaitility.await().untilAsserted(() -> assertThat(gate.queued()).isZero());
    }

    @Test
    void aPermitClosedTwiceGivesOnePlaceBack() {
        RunGate gate = gate(2, 0, Duration.ofMinutes(1));
        RunGate.Permit first = gate.enter().join();
        gate.enter().join();

        first.close();
        first.close();

        assertThat(gate.running()).isEqualTo(1);
        assertThat(gate.enter()).isCompleted();
        assertThat(gate.enter()).isCompletedExceptionally();
    }

    @Test
    void whoGivesUpWaitingTakesNoPlace() {
        RunGate gate = gate(1, 5, Duration.ofMinutes(1));
        RunGate.Permit first = gate.enter().join();
        CompletableFuture<RunGate.Permit> givesUp = gate.enter();
        CompletableFuture<RunGate.Permit> stays = gate.enter();

        givesUp.cancel(false);
        assertThat(gate.queued()).isEqualTo(1);
        first.close();

        assertThat(stays).isCompleted();
        stays.join().close();
        assertThat(gate.running()).isZero();
    }

    @Test
    void aClosedGateLetsNobodyInAndSendsTheWaitingAway() {
        RunGate gate = gate(1, 5, Duration.ofMinutes(1));
        gate.enter();
        CompletableFuture<RunGate.Permit> waiting = gate.enter();

        gate.close();

        for (CompletableFuture<RunGate.Permit> refused : List.of(waiting, gate.enter())) {
            assertThat(refused)
                    .failsWithin(Duration.ofSeconds(1))
                    .withThrowableThat()
                    .havingRootCause()
                    .isInstanceOf(SandboxCancelledException.class);
        }
    }

    @Test
    void neverMoreAreInThanThereArePlacesHoweverItIsUsed() throws Exception {
        RunGate gate = gate(4, 10_000, Duration.ofMillis(5));
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        var pool = Executors.newFixedThreadPool(8);
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            CompletableFuture<RunGate.Permit> admitted = gate.enter();
            all.add(admitted.handleAsync(
                    (permit, failure) -> {
                        if (permit != null) {
                            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                            inside.decrementAndGet();
                            permit.close();
                        }
                        return null;
                    },
                    pool));
            if (ThreadLocalRandom.current().nextInt(10) == 0) {
                pool.execute(() -> admitted.cancel(false));
            }
        }

        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
        pool.shutdown();
        assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(most.get()).isBetween(1, 4);
        assertThat(gate.running()).isZero();
        assertThat(gate.queued()).isZero();
    }
}
