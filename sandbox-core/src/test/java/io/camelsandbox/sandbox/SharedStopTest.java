package io.camelsandbox.sandbox;

import static io.camelsandbox.sandbox.SandboxLifeTest.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxCapacityException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.engine.SandboxFacts.Ending;
import io.camelsandbox.engine.StopReceipt;
import io.camelsandbox.sandbox.StopOptions.SnapshotOnStop;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import io.camelsandbox.sandbox.spec.ScratchVolume;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class SharedStopTest {

    private static final SandboxSpec PLAIN = SandboxSpec.builder().build();
    private static final SandboxSpec WITH_VOLUMES = SandboxSpec.builder()
            .volume(ScratchVolume.at("data", "/data"))
            .volume(ScratchVolume.at("cache", "/cache"))
            .build();
    private static final StopOptions KEEP = StopOptions.DEFAULT.withSnapshot(SnapshotOnStop.WAIT);

    private final ScriptedHost host = new ScriptedHost();
    private final Sandboxes sandboxes = Sandboxes.on(host);

    @AfterEach
    void close() {
        sandboxes.close();
    }

    @Test
    void aSandboxThatWasNeverStartedNeverWillBe() {
        Sandbox sandbox = sandboxes.create(PLAIN);
        sandbox.stop().join();

        assertThat(failure(sandbox.start())).isInstanceOf(SandboxNotRunningException.class);
        assertThat(failure(sandbox.waitUntilRunning())).isInstanceOf(SandboxNotRunningException.class);
        assertThat(failure(sandbox.exec("true").result())).isInstanceOf(SandboxNotRunningException.class);
        assertThat(host.orders()).isEmpty();
    }

    @Test
    void stopIsCompleteOnlyAtTheEnd() {
        Sandbox sandbox = running(PLAIN);
        host.only().onStop(order -> {
            host.only()
                    .report(now ->
                            now.toBuilder().stopRequested(ScriptedSandbox.TIME).build());
            return CompletableFuture.completedFuture(new StopReceipt(List.of()));
        });
        CompletableFuture<Void> stop = sandbox.stop();
        await().until(() -> sandbox.status().orElseThrow() == SandboxStatus.TERMINATING);
        assertThat(stop).isNotDone();

        host.only().end(Ending.STOPPED, 143);

        stop.join();
        assertThat(sandbox.returnCode()).hasValue(143);
    }

    @Test
    void allCallersShareOneStopWithTheOptionsOfTheFirst() {
        Sandbox sandbox = running(PLAIN);
        var held = new CompletableFuture<StopReceipt>();
        host.only().onStop(order -> held);

        CompletableFuture<Void> first = sandbox.stop(StopOptions.DEFAULT.withGrace(Duration.ofSeconds(3)));
        CompletableFuture<Void> second = sandbox.stop(StopOptions.NOW);
        assertThat(host.only().stops()).hasSize(1);
        assertThat(host.only().stops().get(0).grace()).isEqualTo(Duration.ofSeconds(3));

        host.only().stopAtOnce(host.only().stops().get(0));
        held.complete(new StopReceipt(List.of()));
        first.join();
        second.join();
    }

    @Test
    void theGraceIsTheDefaultsUnlessSaid() {
        running(PLAIN).stop().join();

        assertThat(host.only().stops().get(0).grace()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void aSandboxThatHasEndedIsStoppedAlready() {
        Sandbox sandbox = running(PLAIN);
        host.only().end(Ending.EXITED, 0);

        sandbox.stop().join();

        assertThat(host.only().stops()).isEmpty();
        sandbox.waitUntilComplete(Duration.ofSeconds(5), OnTermination.RAISE).join();
    }

    @Test
    void aStopThatIsUnderWayElsewhereIsWaitedFor() {
        Sandbox sandbox = running(PLAIN);
        host.only()
                .report(now ->
                        now.toBuilder().stopRequested(ScriptedSandbox.TIME).build());
        CompletableFuture<Void> stop = sandbox.stop();
        assertThat(stop).isNotDone();
        host.only().end(Ending.STOPPED, 137);

        stop.join();
        assertThat(host.only().stops()).isEmpty();
    }

    @Test
    void aStopWhileItIsBeingMadeStopsItWhenItIs() {
        var creation = new CompletableFuture<io.camelsandbox.engine.HostedSandbox>();
        host.nextCreation(creation);
        Sandbox sandbox = sandboxes.create(PLAIN);
        CompletableFuture<Sandbox> start = sandbox.start();
        await().until(() -> host.orders().size() == 1);
        CompletableFuture<Void> stop = sandbox.stop();
        assertThat(stop).isNotDone();

        var made = new ScriptedSandbox(host, "sb-x", host.orders().get(0));
        creation.complete(made);

        start.join();
        stop.join();
        assertThat(made.stops()).hasSize(1);
    }

    @Test
    void aSandboxThatCouldNotBeMadeNeedsNoStop() {
        var creation = new CompletableFuture<io.camelsandbox.engine.HostedSandbox>();
        host.nextCreation(creation);
        Sandbox sandbox = sandboxes.create(PLAIN);
        CompletableFuture<Sandbox> start = sandbox.start();
        await().until(() -> host.orders().size() == 1);
        CompletableFuture<Void> stop = sandbox.stop();
        creation.completeExceptionally(new SandboxCapacityException("full"));

        assertThat(failure(start)).isInstanceOf(SandboxCapacityException.class);
        stop.join();
    }

    @Test
    void aStopThatFailedCanBeRepeated() {
        Sandbox sandbox = running(PLAIN);
        host.only().onStop(order -> CompletableFuture.failedFuture(new SandboxCapacityException("busy")));
        assertThat(failure(sandbox.stop())).isInstanceOf(SandboxCapacityException.class);

        host.only().onStop(host.only()::stopAtOnce);
        sandbox.stop().join();

        assertThat(host.only().stops()).hasSize(2);
    }

    @Test
    void aSandboxThatIsGoneIsAnErrorUnlessThatIsAllRight() {
        Sandbox sandbox = running(PLAIN);
        host.only().onStop(order -> CompletableFuture.failedFuture(new SandboxNotFoundException("sb-1")));

        assertThat(failure(sandbox.stop())).isInstanceOf(SandboxNotFoundException.class);
        sandbox.stop(StopOptions.DEFAULT.missingOk()).join();
        assertThat(sandbox.status()).contains(SandboxStatus.TERMINATED);
    }

    @Test
    void whoJoinsWithMissingOkIsNotToldThatItIsGone() {
        Sandbox sandbox = running(PLAIN);
        var held = new CompletableFuture<StopReceipt>();
        host.only().onStop(order -> held);
        CompletableFuture<Void> strict = sandbox.stop();
        CompletableFuture<Void> lenient = sandbox.stop(StopOptions.DEFAULT.missingOk());
        held.completeExceptionally(new SandboxNotFoundException("sb-1"));

        assertThat(failure(strict)).isInstanceOf(SandboxNotFoundException.class);
        lenient.join();
    }

    @Test
    void anEndThatCannotBeKnownIsSaidSo() {
        Sandbox sandbox = running(PLAIN);
        host.only().onStop(order -> CompletableFuture.completedFuture(new StopReceipt(List.of())));
        CompletableFuture<Void> stop = sandbox.stop();
        host.only().lose(new SandboxNotFoundException("sb-1"));

        assertThat(failure(stop).reason()).isEqualTo(Reason.TERMINAL_STATE_UNAVAILABLE);
    }

    @Test
    void allScratchVolumesAreKeptAndWaitedFor() {
        Sandbox sandbox = running(WITH_VOLUMES);
        CompletableFuture<Void> stop = sandbox.stop(KEEP.withRequestId("again"));
        await().until(() -> sandbox.fileSystemSnapshotId().isPresent());
        assertThat(stop).isNotDone();

        settleReady("snap-1");
        settleReady("snap-2");

        stop.join();
        assertThat(host.only().stops().get(0).snapshotVolumes()).containsExactly("data", "cache");
        assertThat(host.only().stops().get(0).requestId()).contains("again");
        assertThat(sandbox.fileSystemSnapshotId()).contains("snap-1");
    }

    @Test
    void aSnapshotThatIsOnlyBegunIsNotWaitedFor() {
        Sandbox sandbox = running(WITH_VOLUMES);

        sandbox.stop(StopOptions.DEFAULT.withSnapshot(SnapshotOnStop.BEGIN)).join();

        assertThat(sandbox.fileSystemSnapshotId()).contains("snap-1");
        assertThat(host.only().stops().get(0).requestId()).isPresent();
    }

    @Test
    void aSnapshotThatFailedFailsTheStop() {
        Sandbox sandbox = running(WITH_VOLUMES);
        CompletableFuture<Void> stop = sandbox.stop(KEEP);
        await().until(() -> sandbox.fileSystemSnapshotId().isPresent());
        host.settle(snapshot("snap-1").failed("no room", ScriptedSandbox.TIME));

        SandboxSnapshotException problem = (SandboxSnapshotException) failure(stop);
        assertThat(problem.snapshotId()).contains("snap-1");
        assertThat(problem).hasMessageContaining("no room");
    }

    @Test
    void withoutScratchVolumesThereIsNothingToKeep() {
        assertThat(failure(running(PLAIN).stop(KEEP)).reason()).isEqualTo(Reason.FSS_NOT_SUPPORTED);
        assertThat(host.only().stops()).isEmpty();
    }

    @Test
    void aSnapshotNeverJoinsAStopThatKeepsNothing() {
        Sandbox sandbox = running(WITH_VOLUMES);
        var held = new CompletableFuture<StopReceipt>();
        host.only().onStop(order -> held);
        CompletableFuture<Void> plain = sandbox.stop();

        assertThat(failure(sandbox.stop(KEEP)).reason()).isEqualTo(Reason.FSS_ON_STOP_CONFLICT);

        host.only().stopAtOnce(host.only().stops().get(0));
        held.complete(new StopReceipt(List.of()));
        plain.join();
        assertThat(failure(sandbox.stop(KEEP)).reason()).isEqualTo(Reason.FSS_ON_STOP_CONFLICT);
    }

    @Test
    void aPlainStopJoinsOneThatKeepsAndARepeatOfThatIsHarmless() {
        Sandbox sandbox = running(WITH_VOLUMES);
        CompletableFuture<Void> keeping = sandbox.stop(KEEP);
        CompletableFuture<Void> plain = sandbox.stop();
        await().until(() -> sandbox.fileSystemSnapshotId().isPresent());
        settleReady("snap-1");
        settleReady("snap-2");

        keeping.join();
        plain.join();
        sandbox.stop(KEEP).join();
        assertThat(host.only().stops()).hasSize(1);
    }

    @Test
    void aSnapshotOfASandboxThatEndsElsewhereIsAConflict() {
        Sandbox sandbox = running(WITH_VOLUMES);
        host.only()
                .report(now ->
                        now.toBuilder().stopRequested(ScriptedSandbox.TIME).build());

        assertThat(failure(sandbox.stop(KEEP)).reason()).isEqualTo(Reason.FSS_ON_STOP_CONFLICT);
    }

    @Test
    void anEngineThatRefusesTheSnapshotIsAConflictToo() {
        Sandbox sandbox = running(WITH_VOLUMES);
        host.only().onStop(order -> CompletableFuture.failedFuture(new SandboxRefusedException("a stop is under way")));

        assertThat(failure(sandbox.stop(KEEP)).reason()).isEqualTo(Reason.FSS_ON_STOP_CONFLICT);
    }

    @Test
    void aMissingSandboxWithASnapshotIsAConflictEvenWhereMissingIsAllRight() {
        Sandbox sandbox = running(WITH_VOLUMES);
        host.only().onStop(order -> CompletableFuture.failedFuture(new SandboxNotFoundException("sb-1")));

        assertThat(failure(sandbox.stop(KEEP.missingOk())).reason()).isEqualTo(Reason.FSS_ON_STOP_CONFLICT);
    }

    @Test
    void closeWaitsForTheEndAndDoesNotThrow() {
        Sandbox sandbox = running(PLAIN);
        sandbox.close();
        assertThat(sandbox.status()).contains(SandboxStatus.COMPLETED);

        Sandbox failing = running(PLAIN);
        host.sandboxes().get(1).onStop(order -> CompletableFuture.failedFuture(new SandboxCapacityException("busy")));
        failing.close();
        assertThat(failing.status()).contains(SandboxStatus.RUNNING);
    }

    private Sandbox running(SandboxSpec spec) {
        return sandboxes.run(spec).join();
    }

    private void settleReady(String id) {
        host.settle(snapshot(id).ready(10, ScriptedSandbox.TIME));
    }

    private static FileSystemSnapshot snapshot(String id) {
        return FileSystemSnapshot.creating(
                id,
                "sb-1",
                "data",
                FileSystemSnapshot.Trigger.ON_DELETE,
                java.util.Optional.empty(),
                ScriptedSandbox.TIME);
    }
}
