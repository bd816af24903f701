package io.camelsandbox.sandbox.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.SandboxCapacityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TurnsTest {

    @Test
    void oneIsBegunWhenTheLastIsOverHoweverItEnded() {
        var turns = new Turns(2);
        List<CompletableFuture<Void>> begun = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            turns.take(() -> begin(begun));
        }
        assertThat(begun).hasSize(1);
        begun.get(0).completeExceptionally(new IllegalStateException());
        assertThat(begun).hasSize(2);
        begun.get(1).complete(null);
        begun.get(2).complete(null);
        turns.take(() -> begin(begun));
        assertThat(begun).hasSize(4);
    }

    @Test
    void tooManyThatWaitAreRefused() {
        var turns = new Turns(1);
        List<CompletableFuture<Void>> begun = new ArrayList<>();
        turns.take(() -> begin(begun));
        turns.take(() -> begin(begun));

        assertThatThrownBy(() -> turns.take(() -> begin(begun))).isInstanceOf(SandboxCapacityException.class);
        assertThat(begun).hasSize(1);
    }

    @Test
    void aLongQueueOfWhatIsOverAtOnceNeedsNoStack() {
        var turns = new Turns(100_000);
        var first = new CompletableFuture<Void>();
        List<Integer> done = new ArrayList<>();
        turns.take(() -> first);
        for (int i = 0; i < 100_000; i++) {
            turns.take(() -> {
                done.add(1);
                return CompletableFuture.completedFuture(null);
            });
        }
        first.complete(null);

        assertThat(done).hasSize(100_000);
    }

    private static CompletableFuture<Void> begin(List<CompletableFuture<Void>> begun) {
        var future = new CompletableFuture<Void>();
        begun.add(future);
        return future;
    }
}
