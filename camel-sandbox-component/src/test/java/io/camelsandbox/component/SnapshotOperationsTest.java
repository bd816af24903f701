package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.Reason;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.sandbox.FileSystemSnapshot;
import io.camelsandbox.sandbox.ScriptedSandbox;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Snapshots of scratch volumes. */
@Timeout(60)
class SnapshotOperationsTest extends ScriptedHostTest {

    private void ready(String id) {
        host.settle(FileSystemSnapshot.creating(
                        id, "sb-1", "data", FileSystemSnapshot.Trigger.MANUAL, Optional.empty(), Instant.EPOCH)
                .ready(42, Instant.EPOCH));
    }

    /** Sends to the only sandbox, and has its snapshot ready when it has begun. */
    private Exchange sendUntilReady(String uri, Object body, Callable<Boolean> begun) {
        CompletableFuture<Exchange> sent = template.asyncSend(uri, exchange -> {
            exchange.getMessage().setBody(body);
            exchange.setProperty("CamelSandboxId", "sb-1");
        });
        await().until(begun);
        ready("snap-1");
        return sent.join();
    }

    @Test
    void aSnapshotIsThatOfTheOperationsThatFollow() {
        ScriptedSandbox sandbox = run("?volumes=data:/data");

        Exchange exchange = sendUntilReady(
                "sandbox:snapshot?requestId=r-1",
                "body",
                () -> sandbox.snapshotOrders().size() == 1);

        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getBody()).isEqualTo("body");
        assertThat(exchange.getProperty("CamelSandboxSnapshotId")).isEqualTo("snap-1");
        assertThat(exchange.getMessage().getHeader("CamelSandboxSnapshotId")).isEqualTo("snap-1");
        assertThat(exchange.getMessage().getHeader("CamelSandboxSnapshotStatus"))
                .isEqualTo("ready");
        assertThat(sandbox.snapshotOrders()).singleElement().satisfies(order -> assertThat(order.requestId())
                .isEqualTo("r-1"));
    }

    @Test
    void aSnapshotCanBeLeftToBecomeReady() {
        run("?volumes=data:/data");

        Exchange exchange = sendToOnly("sandbox:snapshot?waitForReady=false", "");

        assertThat(exchange.getMessage().getHeader("CamelSandboxSnapshotStatus"))
                .isEqualTo("creating");
    }

    @Test
    void whatIsKnownOfSnapshotsIsAMapAndJsonToo() {
        ready("snap-9");

        Exchange exchange = send("sandbox:getSnapshot", "", Map.of("CamelSandboxSnapshotId", "snap-9"));

        SnapshotInfo info = exchange.getMessage().getBody(SnapshotInfo.class);
        assertThat(info.getSizeBytes()).isEqualTo(42);
        assertThat(exchange.getMessage().getBody(Map.class))
                .containsEntry("status", "ready")
                .containsEntry("source_volume_name", "data");
        assertThat(exchange.getMessage().getBody(String.class)).contains("\"size_bytes\":42");
    }

    @Test
    void listSnapshotsTakesASandboxOnlyWhereItIsSaid() {
        ready("snap-1");

        assertThat(ids("sandbox:listSnapshots")).containsExactly("snap-1");
        assertThat(ids("sandbox:listSnapshots?sandboxId=sb-1&status=ready")).containsExactly("snap-1");
        assertThat(ids("sandbox:listSnapshots?sandboxId=sb-2")).isEmpty();
        assertThat(ids("sandbox:listSnapshots?status=failed")).isEmpty();
    }

    @SuppressWarnings("unchecked")
    private List<String> ids(String uri) {
        // Of another sandbox: that of the exchange must not count.
        List<SnapshotInfo> found =
                send(uri, "", Map.of("CamelSandboxId", "sb-7")).getMessage().getBody(List.class);
        return found.stream().map(SnapshotInfo::getId).toList();
    }

    @Test
    void aSnapshotIsDeletedOnce() {
        ready("snap-1");
        String uri = "sandbox:deleteSnapshot?snapshotId=snap-1";

        assertThat(send(uri, "").getException()).isNull();
        assertThat(failure(send(uri, "")).reason()).isEqualTo(Reason.FSS_NOT_FOUND);
        assertThat(send(uri + "&missingOk=true", "").getException()).isNull();
    }

    @Test
    void aStopCanKeepWhatIsInItsVolumes() {
        ScriptedSandbox sandbox = run("?volumes=data:/data");

        Exchange exchange = sendUntilReady(
                "sandbox:stop?snapshotOnStop=true", "", () -> sandbox.stops().size() == 1);

        assertThat(exchange.getException()).isNull();
        assertThat(sandbox.stops().get(0).snapshotVolumes()).containsExactly("data");
        assertThat(exchange.getProperty("CamelSandboxSnapshotId")).isEqualTo("snap-1");
        await().until(() -> component().getLiveSandboxes() == 0);
    }

    @Test
    void withoutASnapshotItIsSaidHowToGetOne() {
        assertThat(failure(send("sandbox:getSnapshot", ""))).hasMessageContaining("set snapshotId");
    }

    @Test
    void anEngineWithoutSnapshotsFailsTheStart() {
        host.without(Capability.SNAPSHOTS);

        for (String uri : List.of("sandbox:snapshot", "sandbox:run?volumes=a:/a&snapshotId=x")) {
            assertThat(sandboxException(catchThrowable(() -> template.sendBody(uri, ""))))
                    .hasMessageContaining("takes no snapshots")
                    .extracting("reason")
                    .isEqualTo(Reason.NOT_IMPLEMENTED);
        }
    }
}
