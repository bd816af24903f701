package io.camelsandbox.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.EngineLostException;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxCapacityException;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.SandboxFacts.Ending;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(20)
class SandboxLifeTest {

    private static final Duration LONG = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(40);
    private static final SandboxSpec SPEC = SandboxSpec.builder().build();

    private final ScriptedHost host = new ScriptedHost();
    private final Sandboxes sandboxes = Sandboxes.on(host);

    @AfterEach
    void close() {
        sandboxes.close();
    }

    @Test
    void aHandleIsNotStartedUntilItsFirstUse() {
        Sandbox sandbox = sandboxes.create(SPEC);

        assertThat(host.orders()).isEmpty();
        assertThat(sandbox.id()).isEmpty();
        assertThat(sandbox.status()).isEmpty();

        sandbox.waitUntilRunning().join();

        assertThat(sandbox.id()).contains("sb-1");
        assertThat(sandbox.status()).contains(SandboxStatus.RUNNING);
        assertThat(sandbox.startedAt()).contains(ScriptedSandbox.TIME);
        assertThat(sandbox.statusUpdatedAt()).isPresent();
    }

    @Test
    void startIsIdempotentAndDoesNotWaitForRunning() {
        host.onCreate(created -> {});
        Sandbox sandbox = sandboxes.create(SPEC);

        sandbox.start().join();
        sandbox.start().join();

        assertThat(host.orders()).hasSize(1);
        assertThat(sandbox.status()).contains(SandboxStatus.PENDING);
    }

    @Test
    void aStartThatFailedCanBeRepeatedWithTheSameRequestId() {
        host.nextCreation(CompletableFuture.failedFuture(new SandboxCapacityException("full")));
        Sandbox sandbox = sandboxes.create(SPEC);

        assertThatThrownBy(() -> sandbox.start().join()).hasCauseInstanceOf(SandboxCapacityException.class);
        sandbox.start().join();

        assertThat(host.orders()).hasSize(2);
        assertThat(host.orders().get(0).requestId())
                .isEqualTo(host.orders().get(1).requestId());
    }

    @Test
    void manyWhoWaitShareOneStart() {
        host.onCreate(created -> {});
        Sandbox sandbox = sandboxes.create(SPEC);
        CompletableFuture<Sandbox> first = sandbox.waitUntilRunning(LONG);
        CompletableFuture<Sandbox> second = sandbox.waitUntilRunning(LONG);
        sandbox.start().join();
        host.only().run();

        assertThat(first.join()).isSameAs(sandbox);
        assertThat(second.join()).isSameAs(sandbox);
        assertThat(host.orders()).hasSize(1);
    }

    @Test
    void waitingHasATimeAndTheStartGoesOn() {
        host.onCreate(created -> {});
        Sandbox sandbox = sandboxes.create(SPEC);

        assertThat(failure(sandbox.waitUntilRunning(SHORT)).reason()).isEqualTo(Reason.WAIT_TIMEOUT);
        host.only().run();

        assertThat(sandbox.waitUntilRunning(LONG).join().status()).contains(SandboxStatus.RUNNING);
    }

    @Test
    void aSandboxThatCompletedBeforeSomebodyLookedIsNoError() {
        host.onCreate(created -> {
            created.run();
            created.end(Ending.EXITED, 3);
        });
        Sandbox sandbox = sandboxes.create(SPEC);

        sandbox.waitUntilRunning(LONG).join();
        sandbox.waitUntilComplete(LONG, OnTermination.RAISE).join();

        assertThat(sandbox.status()).contains(SandboxStatus.COMPLETED);
        assertThat(sandbox.returnCode()).hasValue(3);
    }

    @ParameterizedTest
    @CsvSource({
        "EXITED, 0, COMPLETED", "EXITED, 1, COMPLETED", "EXITED, 137, COMPLETED", "STOPPED, 143, COMPLETED",
        "STOPPED, 137, COMPLETED", "STOPPED, 0, COMPLETED", "STOPPED, , TERMINATED", "LIFETIME, 137, TERMINATED",
        "SHUTDOWN, 137, TERMINATED", "START_FAILED, , FAILED", "LOST, , FAILED"
    })
    void eachEndMakesItsState(Ending ending, Integer code, SandboxStatus status) {
        host.onCreate(created -> created.end(ending, code));
        Sandbox sandbox = sandboxes.run(SPEC).join();

        assertThat(sandbox.status()).contains(status);
        assertThat(sandbox.returnCode().isPresent()).isEqualTo(status == SandboxStatus.COMPLETED);
    }

    @Test
    void theEndIsReportedToAllWhoWaitForIt() {
        Sandbox sandbox = sandboxes.run(SPEC).join();
        CompletableFuture<Sandbox> first = sandbox.waitUntilComplete(LONG, OnTermination.RAISE);
        CompletableFuture<Sandbox> second = sandbox.waitUntilComplete(LONG, OnTermination.RETURN);
        assertThat(first).isNotDone();

        host.only().end(Ending.EXITED, 0);

        assertThat(first.join().returnCode()).hasValue(0);
        assertThat(second.join().returnCode()).hasValue(0);
    }

    @Test
    void waitingForTheEndHasATimeOfItsOwn() {
        Sandbox sandbox = sandboxes.run(SPEC).join();

        assertThat(failure(sandbox.waitUntilComplete(SHORT, OnTermination.RAISE))
                        .reason())
                .isEqualTo(Reason.WAIT_TIMEOUT);
        assertThat(sandbox.status()).contains(SandboxStatus.RUNNING);
    }

    @Test
    void terminationRaisesUnlessItIsToReturn() {
        Sandbox sandbox = sandboxes.run(SPEC).join();
        host.only().end(Ending.LIFETIME, 137);

        assertThat(failure(sandbox.waitUntilComplete(LONG, OnTermination.RAISE)))
                .isInstanceOf(SandboxTerminatedException.class);
        sandbox.waitUntilComplete(LONG, OnTermination.RETURN).join();
        assertThat(failure(sandbox.waitUntilRunning(LONG))).isInstanceOf(SandboxTerminatedException.class);
    }

    @Test
    void whatWasStoppedHereDidNotCompleteByItself() {
        Sandbox sandbox = sandboxes.run(SPEC).join();
        sandbox.stop().join();

        assertThat(sandbox.status()).contains(SandboxStatus.COMPLETED);
        assertThat(failure(sandbox.waitUntilComplete(LONG, OnTermination.RAISE)))
                .isInstanceOf(SandboxTerminatedException.class);
        sandbox.waitUntilComplete(LONG, OnTermination.RETURN).join();
    }

    @Test
    void aFailureSaysWhy() {
        host.onCreate(created -> {
            created.report(now -> now.toBuilder().reason("no such image").build());
            created.end(Ending.START_FAILED, null);
        });
        Sandbox sandbox = sandboxes.create(SPEC);

        assertThat(failure(sandbox.waitUntilRunning(LONG)))
                .isInstanceOf(SandboxFailedException.class)
                .hasMessageContaining("no such image");
        assertThat(failure(sandbox.waitUntilComplete(LONG, OnTermination.RETURN)))
                .isInstanceOf(SandboxFailedException.class);
    }

    @Test
    void anEndIsForGoodWhateverComesLater() {
        Sandbox sandbox = sandboxes.run(SPEC).join();
        host.only().end(Ending.EXITED, 4);
        host.only()
                .report(now ->
                        now.toBuilder().ended(ScriptedSandbox.TIME, Ending.LOST).build());

        assertThat(sandbox.status()).contains(SandboxStatus.COMPLETED);
        assertThat(sandbox.returnCode()).hasValue(4);
    }

    @ParameterizedTest
    @EnumSource(
            value = SandboxStatus.class,
            names = {"RUNNING", "PENDING", "PAUSED"})
    void whatTerminatesDoesNotRunAgain(SandboxStatus late) {
        Sandbox sandbox = sandboxes.run(SPEC).join();
        host.only()
                .report(now ->
                        now.toBuilder().reported(SandboxStatus.TERMINATING).build());
        host.only().report(now -> now.toBuilder().reported(late).build());

        assertThat(sandbox.status()).contains(SandboxStatus.TERMINATING);
    }

    @Test
    void aPlatformThatDoesNotSayAnyMoreHasSeenItComplete() {
        Sandbox sandbox = sandboxes.run(SPEC).join();
        host.only()
                .report(now ->
                        now.toBuilder().reported(SandboxStatus.UNSPECIFIED).build());

        assertThat(sandbox.waitUntilComplete(LONG, OnTermination.RAISE).join().status())
                .contains(SandboxStatus.COMPLETED);
    }

    @Test
    void refreshAsksUntilNothingCanChange() {
        Sandbox unstarted = sandboxes.create(SPEC);
        assertThat(failure(unstarted.refreshStatus())).isInstanceOf(SandboxNotRunningException.class);

        Sandbox sandbox = sandboxes.run(SPEC).join();
        assertThat(sandbox.refreshStatus().join()).isEqualTo(SandboxStatus.RUNNING);
        host.only().end(Ending.EXITED, 0);
        assertThat(sandbox.refreshStatus().join()).isEqualTo(SandboxStatus.COMPLETED);
    }

    @Test
    void aLostEngineFailsAllWhoWait() {
        Sandbox sandbox = sandboxes.run(SPEC).join();
        CompletableFuture<Sandbox> waiting = sandbox.waitUntilComplete(LONG, OnTermination.RETURN);
        host.only().lose(new EngineLostException("gone", null, null));

        assertThat(failure(waiting).reason()).isEqualTo(Reason.ENGINE_LOST);
    }

    static SandboxException failure(CompletableFuture<?> future) {
        try {
            Object value = future.join();
            throw new AssertionError("no failure but " + value);
        } catch (CompletionException e) {
            return (SandboxException) e.getCause();
        }
    }
}
