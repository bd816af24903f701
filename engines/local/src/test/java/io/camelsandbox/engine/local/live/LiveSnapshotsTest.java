package io.camelsandbox.engine.local.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.HostedSandbox;
import io.camelsandbox.engine.StopOrder;
import io.camelsandbox.sandbox.FileSystemSnapshot;
import io.camelsandbox.sandbox.FileSystemSnapshot.Status;
import io.camelsandbox.sandbox.FileSystemSnapshot.Trigger;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.SnapshotFilter;
import io.camelsandbox.sandbox.SnapshotOptions;
import io.camelsandbox.sandbox.StopOptions;
import io.camelsandbox.sandbox.StopOptions.SnapshotOnStop;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import io.camelsandbox.sandbox.spec.ScratchVolume;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** Scratch volumes, what is kept of them, and how it comes back. */
class LiveSnapshotsTest extends LiveTest {

    private static SandboxSpec with(ScratchVolume... volumes) {
        var builder = SandboxSpec.builder();
        for (ScratchVolume volume : volumes) {
            builder.volume(volume);
        }
        return builder.build();
    }

    private static ScratchVolume data() {
        return ScratchVolume.at("data", "/data");
    }

    private static String sh(Sandbox sandbox, String script) throws Exception {
        var result = get(sandbox.exec("/bin/sh", "-c", script).result());
        return result.stdout().text() + result.stderr().text();
    }

    private static void fails(Callable<?> call, Reason reason) {
        assertThatThrownBy(call::call).cause().isInstanceOfSatisfying(SandboxException.class, e -> assertThat(
                        e.reason())
                .isEqualTo(reason));
    }

    @Test
    void aVolumeIsAsLargeAsItWasAskedForAndNoLarger() throws Exception {
        Sandbox sandbox = running(
                with(data().withSize("2Mi"), ScratchVolume.at("mem", "/mem").inMemory("1%")));
        assertThat(sh(
                        sandbox,
                        "head -c 2000000 /dev/zero > /data/a; head -c 1000000 /dev/zero > /data/b; stat -c %s /data/a"))
                .contains("No space left")
                .contains("2000000\n");
        assertThat(sh(sandbox, "touch /mem/x && stat -c %U /mem/x")).isEqualTo("sandbox\n");
    }

    @Test
    void aSnapshotComesBackAsItWas() throws Exception {
        Sandbox first = running(with(data()));
        sh(
                first,
                "cd /data; mkdir -p a/b; echo text > a/b/file; chmod 640 a/b/file; chmod 2750 a; ln a/b/file hard;"
                        + "ln -s a/b/file soft; truncate -s 100M sparse; echo end >> sparse; touch -d @1000000000.123456789 a/b;"
                        + "mkfifo fifo; printf 'odd' > \"$(printf 'na\\nme')\"");
        String look = "cd /data; find . -printf '%P %y %m %n %s %T@ %l\\n' | sort; cat a/b/file; tail -c 4 sparse;"
                + "du -k sparse | cut -f1; stat -c %i a/b/file hard | uniq | wc -l";
        String before = sh(first, look);
        FileSystemSnapshot snapshot = get(first.snapshot());
        assertThat(snapshot.status()).isEqualTo(Status.READY);
        assertThat(snapshot.trigger()).isEqualTo(Trigger.MANUAL);
        assertThat(snapshot.sourceVolumeName()).isEqualTo("data");
        assertThat(snapshot.sourceSandboxId()).isEqualTo(first.id().orElseThrow());
        assertThat(snapshot.sizeBytes().orElseThrow()).isBetween(100L, 1L << 20);
        get(first.stop());

        Sandbox second = running(with(data().restoredFrom(snapshot.id())));
        assertThat(sh(second, look)).isEqualTo(before);
        get(second.stop());
    }

    @Test
    void theMainProcessFindsWhatWasRestored() throws Exception {
        Sandbox first = running(with(data()));
        get(first.writeFile("/data/code", "7".getBytes(StandardCharsets.UTF_8)));
        String id = get(first.snapshot()).id();
        Sandbox second = get(sandboxes()
                .run(with(data().restoredFrom(id)).toBuilder()
                        .command("/bin/sh")
                        .args(List.of("-c", "exit $(cat /data/code)"))
                        .build()));
        get(second.waitUntilComplete());
        assertThat(second.returnCode()).hasValue(7);
    }

    @Test
    void oneIsTakenWithTheStop() throws Exception {
        Sandbox sandbox = running(with(data()));
        sh(sandbox, "echo kept > /data/file");
        StopOptions options =
                StopOptions.DEFAULT.withSnapshot(SnapshotOnStop.WAIT).withRequestId("stop-1");
        get(sandbox.stop(options));
        String id = sandbox.fileSystemSnapshotId().orElseThrow();
        FileSystemSnapshot snapshot = get(sandboxes().getSnapshot(id));
        assertThat(snapshot.status()).isEqualTo(Status.READY);
        assertThat(snapshot.trigger()).isEqualTo(Trigger.ON_DELETE);
        HostedSandbox again = get(engine().host().find(sandbox.id().orElseThrow()));
        var repeat = new StopOrder(Duration.ZERO, List.of("data"), Optional.of("stop-1"));
        assertThat(get(again.stop(repeat)).snapshotIds())
                .as("a repeat gives the same")
                .containsExactly(id);
        fails(
                () -> get(again.stop(new StopOrder(Duration.ZERO, List.of("data"), Optional.of("stop-2")))),
                Reason.INVALID_REQUEST);
        assertThat(sh(running(with(data().restoredFrom(id))), "cat /data/file")).isEqualTo("kept\n");
    }

    @Test
    void aStopWithoutOneCannotBeJoinedByOneWithOne() throws Exception {
        Sandbox sandbox = running(with(data()));
        get(sandbox.stop());
        Sandbox again = get(sandboxes().fromId(sandbox.id().orElseThrow()));
        assertThat(again.stop(StopOptions.DEFAULT.withSnapshot(SnapshotOnStop.WAIT)))
                .failsWithin(Duration.ofSeconds(20));
    }

    @Test
    void aRepeatGivesTheSameAndAnotherVolumeIsAConflict() throws Exception {
        Sandbox sandbox = running(with(data(), ScratchVolume.at("more", "/more")));
        SnapshotOptions options = SnapshotOptions.DEFAULT.withVolume("data").withRequestId("same");
        String id = get(sandbox.snapshot(options)).id();
        assertThat(get(sandbox.snapshot(options)).id()).isEqualTo(id);
        fails(() -> get(sandbox.snapshot(options.withVolume("more"))), Reason.REQUEST_ID_CONFLICT);
        fails(() -> get(sandbox.snapshot(options.withVolume("none"))), Reason.FSS_NOT_SUPPORTED);
        fails(() -> get(sandbox.snapshot()), Reason.INVALID_REQUEST);
    }

    @Test
    void areListedAndDeleted() throws Exception {
        Sandbox sandbox = running(with(data()));
        FileSystemSnapshot one = get(sandbox.snapshot());
        FileSystemSnapshot two = get(sandbox.snapshot());
        var mine = SnapshotFilter.ofSandbox(sandbox.id().orElseThrow());
        assertThat(get(sandboxes().listSnapshots(mine)))
                .extracting(FileSystemSnapshot::id)
                .containsExactly(two.id(), one.id());
        get(sandboxes().deleteSnapshot(one.id()));
        fails(() -> get(sandboxes().getSnapshot(one.id())), Reason.FSS_NOT_FOUND);
        fails(() -> get(sandboxes().deleteSnapshot(one.id())), Reason.FSS_NOT_FOUND);
        fails(() -> get(sandboxes().run(with(data().restoredFrom(one.id())))), Reason.FSS_NOT_FOUND);
        get(sandboxes().deleteSnapshotIfPresent(one.id()));
        assertThat(get(sandboxes().listSnapshots(mine))).hasSize(1);
    }

    @Test
    void aVolumeThatChangesMeanwhileFailsClearlyOrIsOfOneMoment() throws Exception {
        Sandbox sandbox = running(with(data()));
        var writer =
                sandbox.exec("/bin/sh", "-c", "cd /data; i=0; while :; do i=$((i+1)); echo $i > a; echo $i > b; done");
        get(writer.started());
        try {
            FileSystemSnapshot snapshot = get(sandbox.snapshot());
            assertThat(snapshot.status()).isEqualTo(Status.READY);
        } catch (ExecutionException e) {
            assertThat(e).cause().isInstanceOf(SandboxException.class).hasMessageContaining("changed while");
        }
        writer.cancel();
    }

    @Test
    void aSnapshotThatDoesNotFitItsNewVolumeFailsTheStart() throws Exception {
        Sandbox first = running(with(data()));
        sh(first, "head -c 3000000 /dev/urandom > /data/file");
        String id = get(first.snapshot()).id();
        Sandbox second = get(sandboxes().run(with(data().withSize("1Mi").restoredFrom(id))));
        assertThatThrownBy(() -> get(second.waitUntilRunning())).cause().hasMessageContaining("could not be restored");
    }

    @Test
    void aSandboxWithoutVolumesHasNone() throws Exception {
        fails(() -> get(running().snapshot()), Reason.FSS_NOT_SUPPORTED);
    }
}
