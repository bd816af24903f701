package io.camelsandbox.engine.local.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxCapacityException;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.local.LocalEngine;
import io.camelsandbox.sandbox.LogRequest;
import io.camelsandbox.sandbox.OnTermination;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.SandboxFilter;
import io.camelsandbox.sandbox.SandboxNotFoundException;
import io.camelsandbox.sandbox.SandboxNotRunningException;
import io.camelsandbox.sandbox.SandboxStatus;
import io.camelsandbox.sandbox.Sandboxes;
import io.camelsandbox.sandbox.StopOptions;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sandboxes as they are found, listed, and read after their end. */
class LiveRecordsTest extends LiveTest {

    private static SandboxSpec tagged(String... tags) {
        return SandboxSpec.builder().tags(tags).build();
    }

    private static SandboxFilter.Builder with(String... tags) {
        return SandboxFilter.builder().tags(List.of(tags));
    }

    private List<String> ids(SandboxFilter.Builder filter) throws Exception {
        return get(sandboxes().list(filter.build())).stream()
                .map(sandbox -> sandbox.id().orElseThrow())
                .toList();
    }

    @Test
    void areListedByAllTagsAndStateTheYoungestFirst() throws Exception {
        String one = running(tagged("a", "x")).id().orElseThrow();
        String two = running(tagged("a", "b", "x")).id().orElseThrow();
        Sandbox ended = running(tagged("a", "b", "x"));
        get(ended.stop());
        assertThat(ids(with("a", "x"))).containsExactly(two, one);
        assertThat(ids(with("a", "b", "x"))).containsExactly(two);
        assertThat(ids(with("a", "x").showTerminated()))
                .hasSize(3)
                .startsWith(ended.id().orElseThrow());
        assertThat(ids(with("x").status(SandboxStatus.RUNNING))).containsExactly(two, one);
        assertThat(ids(with("x").status(SandboxStatus.COMPLETED)))
                .containsExactly(ended.id().orElseThrow());
    }

    @Test
    void areListedInPages() throws Exception {
        var made = new ArrayList<String>();
        for (int i = 0; i < 5; i++) {
            made.add(0, running(tagged("paged")).id().orElseThrow());
        }
        var found = new ArrayList<String>();
        String token = null;
        do {
            var page = get(sandboxes().list(with("paged").build(), 2, token));
            assertThat(page.items()).hasSizeLessThanOrEqualTo(2);
            page.items().forEach(sandbox -> found.add(sandbox.id().orElseThrow()));
            token = page.nextToken().orElse(null);
        } while (token != null);
        assertThat(found).isEqualTo(made);
        assertThatThrownBy(() -> get(sandboxes().list(with("paged").build(), 2, "forged")))
                .cause()
                .isInstanceOfSatisfying(
                        SandboxException.class, e -> assertThat(e.reason()).isEqualTo(Reason.INVALID_REQUEST));
    }

    @Test
    void areFoundByTheirIdAndWorkedThroughAnotherHandle() throws Exception {
        Sandbox sandbox = running();
        Sandbox found = get(sandboxes().fromId(sandbox.id().orElseThrow()));
        assertThat(found.status()).contains(SandboxStatus.RUNNING);
        assertThat(get(found.exec("echo", "hello").result()).stdout().text()).isEqualTo("hello\n");
        assertThatThrownBy(() -> get(sandboxes().fromId("no-such-sandbox")))
                .cause()
                .isInstanceOf(SandboxNotFoundException.class);
    }

    @Test
    void areDeletedAtOnce() throws Exception {
        Sandbox sandbox = running();
        get(sandboxes().delete(sandbox.id().orElseThrow()));
        get(sandbox.waitUntilComplete(Duration.ofSeconds(20), OnTermination.RETURN));
        assertThat(sandbox.returnCode()).hasValue(137);
        assertThatThrownBy(() -> get(sandboxes().delete("no-such-sandbox")))
                .cause()
                .isInstanceOf(SandboxNotFoundException.class);
        get(sandboxes().deleteIfPresent("no-such-sandbox"));
    }

    @Test
    void aRepeatedRequestGivesTheSameAndAnotherIsAConflict() throws Exception {
        Sandbox one = get(sandboxes().create(tagged("r"), "request-1").start());
        Sandbox two = get(sandboxes().create(tagged("r"), "request-1").start());
        assertThat(two.id()).isEqualTo(one.id());
        assertThatThrownBy(() ->
                        get(sandboxes().create(tagged("other"), "request-1").start()))
                .cause()
                .isInstanceOfSatisfying(
                        SandboxException.class, e -> assertThat(e.reason()).isEqualTo(Reason.REQUEST_ID_CONFLICT));
    }

    @Test
    void anotherEngineReadsThemAndMayNotTouchThem() throws Exception {
        Sandbox sandbox = running(tagged("shared"));
        LocalEngine other = started(properties());
        try (var all = Sandboxes.on(other)) {
            Sandbox found = get(all.fromId(sandbox.id().orElseThrow()));
            assertThat(found.status()).contains(SandboxStatus.RUNNING);
            assertThat(get(all.list(with("shared").build()))).hasSize(1);
            assertThatThrownBy(() -> get(found.exec("true").result())).cause().hasMessageContaining("another engine");
            assertThatThrownBy(() -> get(found.stop())).cause().hasMessageContaining("another engine");
            var complete = found.waitUntilComplete();
            get(sandbox.stop(StopOptions.NOW));
            get(complete.handle((done, problem) -> true));
            assertThat(found.returnCode()).hasValue(137);
        } finally {
            other.close();
        }
    }

    @Test
    void areReadableWhenTheirEngineIsClosed() throws Exception {
        LocalEngine first = started(properties());
        String ended;
        String open;
        try (var all = Sandboxes.on(first)) {
            Sandbox sandbox = get(all.run(SandboxSpec.of("/bin/sh", "-c", "echo said; exit 4")));
            get(sandbox.waitUntilComplete());
            ended = sandbox.id().orElseThrow();
            open = get(get(all.run(tagged("open"))).waitUntilRunning()).id().orElseThrow();
        }
        first.close();
        Sandbox found = get(sandboxes().fromId(ended));
        assertThat(found.status()).contains(SandboxStatus.COMPLETED);
        assertThat(found.returnCode()).hasValue(4);
        ItemReader<String> log = ItemReader.of(found.logs(LogRequest.ALL).lines());
        get(log.ended());
        assertThat(log.items()).containsExactly("said\n");
        assertThat(get(sandboxes().fromId(open)).status()).contains(SandboxStatus.TERMINATED);
        assertThatThrownBy(() -> get(found.exec("true").result()))
                .cause()
                .isInstanceOf(SandboxNotRunningException.class);
        get(found.stop());
    }

    @Test
    void areNotMoreThanTheEngineMayHold() throws Exception {
        LocalEngine own = started(
                Map.of("spares", "none", "stateDir", folder.resolve("few").toString(), "maxSandboxes", "2"));
        try (var all = Sandboxes.on(own)) {
            Sandbox one = get(all.run(tagged()));
            get(all.run(tagged()));
            assertThatThrownBy(() -> get(all.run(tagged()))).cause().isInstanceOf(SandboxCapacityException.class);
            get(one.stop(StopOptions.NOW));
            get(all.run(tagged()));
        } finally {
            own.close();
        }
    }

    @Test
    void areDroppedWhenTheyWereKeptForLongEnough() throws Exception {
        LocalEngine own = started(
                Map.of("spares", "none", "stateDir", folder.resolve("short").toString(), "keepEnded", "1ms"));
        try (var all = Sandboxes.on(own)) {
            Sandbox sandbox = get(get(all.run(tagged())).waitUntilRunning());
            get(sandbox.stop(StopOptions.NOW));
            org.awaitility.Awaitility.await().untilAsserted(() -> assertThatThrownBy(
                            () -> get(all.fromId(sandbox.id().orElseThrow())))
                    .cause()
                    .isInstanceOf(SandboxNotFoundException.class));
        } finally {
            own.close();
        }
    }
}
