package io.camelsandbox.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.SandboxRefusedException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class WaitingTest {

    private final CompletableFuture<String> a = new CompletableFuture<>();
    private final CompletableFuture<String> b = new CompletableFuture<>();
    private final CompletableFuture<String> c = new CompletableFuture<>();
    private final List<CompletableFuture<String>> all = List.of(a, b, c);

    @Test
    void allValuesComeInTheirOrder() {
        CompletableFuture<List<String>> values = Waiting.all(all);
        c.complete("c");
        a.complete("a");
        assertThat(values).isNotDone();
        b.complete("b");

        assertThat(values.join()).containsExactly("a", "b", "c");
        assertThat(Waiting.all(List.of()).join()).isEmpty();
    }

    @Test
    void theFirstErrorEndsTheWaitForAllValues() {
        CompletableFuture<List<String>> values = Waiting.all(all);
        b.completeExceptionally(new IllegalStateException("b"));

        assertThatThrownBy(values::join).hasCauseInstanceOf(IllegalStateException.class);
        assertThat(a).as("left as it is").isNotDone();
    }

    @Test
    void theFirstTwoAreEnough() {
        CompletableFuture<WaitOutcome<String>> two = Waiting.first(2, null, all);
        c.complete("c");
        assertThat(two).isNotDone();
        a.completeExceptionally(new IllegalStateException("an error is an end too"));

        assertThat(two.join().done()).containsExactly(a, c);
        assertThat(two.join().pending()).containsExactly(b);
    }

    @Test
    void theDeadlineEndsTheWaitWithWhatThereIs() {
        a.complete("a");

        WaitOutcome<String> outcome =
                Waiting.first(2, Duration.ofMillis(30), all).join();

        assertThat(outcome.done()).containsExactly(a);
        assertThat(outcome.pending()).containsExactly(b, c);
        assertThat(b).isNotDone();
    }

    @Test
    void allWithADeadlineNeverFails() {
        a.complete("a");
        b.completeExceptionally(new IllegalStateException());
        c.complete("c");

        assertThat(Waiting.all(Duration.ofSeconds(5), all).join().pending()).isEmpty();
        assertThat(Waiting.all(Duration.ofSeconds(5), List.of()).join().done()).isEmpty();
    }

    @Test
    void moreThanThereAreIsAllAndLessThanOneIsRefused() {
        a.complete("a");
        assertThat(Waiting.first(9, null, List.of(a)).join().done()).containsExactly(a);
        assertThatThrownBy(() -> Waiting.first(0, null, all)).isInstanceOf(SandboxRefusedException.class);
    }
}
