package io.camelsandbox.sandbox;

import static io.camelsandbox.sandbox.SandboxLifeTest.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.SandboxFacts.Ending;
import io.camelsandbox.sandbox.spec.ComposeFile;
import io.camelsandbox.sandbox.spec.Container;
import io.camelsandbox.sandbox.spec.EgressRule;
import io.camelsandbox.sandbox.spec.Gpu;
import io.camelsandbox.sandbox.spec.NetworkOptions;
import io.camelsandbox.sandbox.spec.NetworkPeer;
import io.camelsandbox.sandbox.spec.ResourceAmounts;
import io.camelsandbox.sandbox.spec.ResourceOptions;
import io.camelsandbox.sandbox.spec.SandboxDefaults;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import io.camelsandbox.sandbox.spec.ScratchVolume;
import io.camelsandbox.sandbox.spec.Secret;
import io.camelsandbox.sandbox.spec.SecretProviders;
import io.camelsandbox.sandbox.spec.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(20)
class SandboxesTest {

    private final ScriptedHost host = new ScriptedHost();
    private final Sandboxes sandboxes = Sandboxes.builder(host)
            .defaults(SandboxDefaults.of(SandboxSpec.builder().tags("team").build()))
            .secrets("vault", SecretProviders.function(secret -> secret.name().equals("KEY") ? "s3cret" : null))
            .build();

    @AfterEach
    void close() {
        sandboxes.close();
    }

    @Test
    void anEngineWithoutLiveSandboxesSaysSo() {
        var oneShots = new OneShotEngine();

        assertThatThrownBy(() -> Sandboxes.on(oneShots))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("one-shots")
                .extracting(e -> ((SandboxException) e).reason())
                .isEqualTo(Reason.NOT_IMPLEMENTED);
    }

    @Test
    void theEngineGetsTheWholeSpec() {
        sandboxes.run("tool", "a", "b").join();
        sandboxes.run(SandboxSpec.builder().build()).join();

        SandboxSpec given = host.orders().get(0).spec();
        assertThat(given.command()).contains("tool");
        assertThat(given.args()).contains(List.of("a", "b"));
        assertThat(given.tags()).containsExactly("team");
        SandboxSpec idle = host.orders().get(1).spec();
        assertThat(idle.command()).contains(SandboxSpec.KEEP_ALIVE_COMMAND);
        assertThat(idle.args()).contains(SandboxSpec.KEEP_ALIVE_ARGS);
    }

    static Stream<Arguments> specsThatNeedMore() {
        var volume = ScratchVolume.at("data", "/data");
        return Stream.of(
                Arguments.of(
                        Capability.SEVERAL_CONTAINERS,
                        SandboxSpec.builder().containers(List.of(container())).build()),
                Arguments.of(
                        Capability.TEMPLATES,
                        SandboxSpec.builder().templateId("t").build()),
                Arguments.of(
                        Capability.COMPOSE_FILES,
                        SandboxSpec.builder()
                                .composeFile(new ComposeFile(new byte[1], "main", Map.of(), Optional.empty()))
                                .build()),
                Arguments.of(
                        Capability.SERVICES,
                        SandboxSpec.builder()
                                .service(new Service(
                                        80,
                                        Optional.empty(),
                                        Service.Protocol.TCP,
                                        Service.Visibility.PUBLIC,
                                        Optional.empty()))
                                .build()),
                Arguments.of(
                        Capability.NETWORK_RULES,
                        SandboxSpec.builder()
                                .network(new NetworkOptions(
                                        Optional.empty(),
                                        Optional.empty(),
                                        List.of(new EgressRule(new NetworkPeer.Any(), List.of())),
                                        List.of()))
                                .build()),
                Arguments.of(
                        Capability.RUNTIME_CLASSES,
                        SandboxSpec.builder().runtimeClass("gvisor").build()),
                Arguments.of(
                        Capability.GPUS,
                        SandboxSpec.builder()
                                .resources(new ResourceOptions(
                                        ResourceAmounts.NONE,
                                        ResourceAmounts.NONE,
                                        Optional.of(new Gpu(1, Optional.empty(), OptionalInt.empty()))))
                                .build()),
                Arguments.of(
                        Capability.SCRATCH_VOLUMES,
                        SandboxSpec.builder().volume(volume).build()),
                Arguments.of(
                        Capability.SNAPSHOTS,
                        SandboxSpec.builder()
                                .volume(volume.restoredFrom("snap"))
                                .build()));
    }

    @ParameterizedTest
    @MethodSource("specsThatNeedMore")
    void aSpecThatNeedsMoreThanTheEngineCanIsRefusedAtOnce(Capability capability, SandboxSpec spec) {
        sandboxes.check(spec);
        host.without(capability);

        assertThatThrownBy(() -> sandboxes.create(spec))
                .isInstanceOf(SandboxRefusedException.class)
                .hasMessageContaining("scripted")
                .extracting(e -> ((SandboxException) e).reason())
                .isEqualTo(Reason.NOT_IMPLEMENTED);
        assertThat(host.orders()).isEmpty();
    }

    @Test
    void denyingTheNetworkNeedsNoRules() {
        host.without(Capability.NETWORK_RULES);

        sandboxes.create(SandboxSpec.builder().network(NetworkOptions.denyAll()).build());
    }

    @Test
    void theEngineRefusesWhatOnlyItKnows() {
        host.check(spec -> {
            throw new SandboxRefusedException("image 'x' is not known: there are [host]");
        });

        assertThatThrownBy(
                        () -> sandboxes.create(SandboxSpec.builder().image("x").build()))
                .hasMessageContaining("[host]");
    }

    @Test
    void secretsGoToTheEngineAndNowhereElse() {
        SandboxSpec spec = SandboxSpec.builder()
                .secret(Secret.of("vault", "KEY").as("TOKEN"))
                .build();
        Sandbox sandbox = sandboxes.run(spec).join();

        assertThat(host.orders().get(0).secrets().get("TOKEN").reveal()).isEqualTo("s3cret");
        assertThat(sandbox.spec() + " " + host.orders().get(0) + sandbox.facts())
                .doesNotContain("s3cret");
        assertThat(sandbox.spec().envNames()).contains("TOKEN");
    }

    @Test
    void aSecretThatIsNotThereOrOfAStoreThatIsNotKnownIsRefused() {
        host.without(Capability.SECRET_STORES);
        assertThatThrownBy(() -> sandboxes.create(
                        SandboxSpec.builder().secret(Secret.of("other", "KEY")).build()))
                .satisfies(
                        e -> assertThat(((SandboxException) e).reason()).isEqualTo(Reason.SECRET_STORE_NOT_PROVISIONED))
                .hasMessageContaining("[vault]");

        Sandbox missing = sandboxes.create(
                SandboxSpec.builder().secret(Secret.of("vault", "NOPE")).build());
        assertThat(failure(missing.start()).reason()).isEqualTo(Reason.SECRET_STORE_NOT_PROVISIONED);
    }

    @Test
    void whatAProviderThrowsIsNotPassedOn() {
        Sandboxes careless = Sandboxes.builder(host)
                .secrets("vault", secret -> {
                    throw new IllegalStateException("the value was s3cret");
                })
                .build();
        Sandbox sandbox = careless.create(
                SandboxSpec.builder().secret(Secret.of("vault", "KEY")).build());

        SandboxException problem = failure(sandbox.start());

        assertThat(problem.getMessage()).doesNotContain("s3cret");
        assertThat(problem).hasNoCause();
        careless.close();
    }

    @Test
    void storesOfTheEngineAreLeftToIt() {
        Sandbox sandbox = sandboxes.create(
                SandboxSpec.builder().secret(Secret.of("remote", "KEY")).build());
        sandbox.start().join();

        assertThat(host.orders().get(0).secrets()).isEmpty();
        assertThat(host.orders().get(0).spec().secrets()).hasSize(1);
    }

    @Test
    void aListHasAllPagesAndOnlyWhatMatches() {
        for (int i = 0; i < 5; i++) {
            sandboxes
                    .run(SandboxSpec.builder().tags("n" + i % 2, "all").build())
                    .join();
        }
        host.sandboxes().get(0).end(Ending.EXITED, 0);

        assertThat(ids(SandboxFilter.ACTIVE)).containsExactly("sb-2", "sb-3", "sb-4", "sb-5");
        assertThat(ids(SandboxFilter.builder().showTerminated().build())).hasSize(5);
        assertThat(ids(SandboxFilter.builder().tags(List.of("n0", "all")).build()))
                .containsExactly("sb-3", "sb-5");
        assertThat(ids(SandboxFilter.builder().tags(List.of("n0", "n1")).build()))
                .isEmpty();
        assertThat(ids(SandboxFilter.builder().status(SandboxStatus.COMPLETED).build()))
                .containsExactly("sb-1");
        var page = sandboxes.list(SandboxFilter.ACTIVE, 3, null).join();
        assertThat(page.items()).hasSize(3);
        assertThat(sandboxes
                        .list(SandboxFilter.ACTIVE, 3, page.nextToken().orElseThrow())
                        .join()
                        .items())
                .hasSize(1);
    }

    @Test
    void aSandboxIsFoundByItsIdAndAdoptedAlive() {
        sandboxes.run(SandboxSpec.builder().env("A", "1").build()).join();

        Sandbox found = sandboxes.fromId("sb-1").join();

        assertThat(found.spec().env()).containsEntry("A", "1");
        assertThat(found.status()).contains(SandboxStatus.RUNNING);
        assertThat(found.exec("true").exitCode().join()).isZero();
        assertThat(failure(sandboxes.fromId("nope"))).isInstanceOf(SandboxNotFoundException.class);
    }

    @Test
    void whatEndedElsewhereIsSeenByEachHandle() {
        Sandbox first = sandboxes.run(SandboxSpec.builder().build()).join();
        Sandbox second = sandboxes.fromId("sb-1").join();
        second.stop().join();

        assertThat(first.status()).contains(SandboxStatus.COMPLETED);
    }

    @Test
    void whatIsOnlyLookedAtIsNotWatched() {
        sandboxes.run(SandboxSpec.builder().build()).join();
        assertThat(host.only().watchers()).isEqualTo(1);

        for (int i = 0; i < 5; i++) {
            sandboxes
                    .list(SandboxFilter.ACTIVE)
                    .join()
                    .get(0)
                    .exec("true")
                    .result()
                    .join();
            sandboxes.fromId("sb-1").join().status();
        }
        assertThat(host.only().watchers()).isEqualTo(1);

        CompletableFuture<Sandbox> waiting = sandboxes.fromId("sb-1").join().waitUntilComplete();
        assertThat(host.only().watchers()).isEqualTo(2);
        host.only().end(Ending.EXITED, 0);
        waiting.join();
    }

    @Test
    void whatTheEngineReportsAfterTheCloseStillReachesWhoWaits() {
        Sandbox sandbox = sandboxes.run(SandboxSpec.builder().build()).join();
        CompletableFuture<Sandbox> waiting = sandbox.waitUntilComplete();
        sandboxes.close();

        host.only().end(Ending.SHUTDOWN, 137);

        assertThat(failure(waiting)).isInstanceOf(SandboxTerminatedException.class);
    }

    @Test
    void deleteKillsAtOnce() {
        Sandbox sandbox = sandboxes.run(SandboxSpec.builder().build()).join();
        sandboxes.delete("sb-1").join();

        assertThat(host.only().stops().get(0).grace()).isZero();
        assertThat(sandbox.returnCode()).hasValue(137);
        assertThat(failure(sandboxes.delete("nope"))).isInstanceOf(SandboxNotFoundException.class);
        sandboxes.deleteIfPresent("nope").join();
    }

    @Test
    void aSnapshotIsOfTheOnlyVolumeAndWaitedFor() {
        Sandbox sandbox = sandboxes
                .run(SandboxSpec.builder()
                        .volume(ScratchVolume.at("data", "/data"))
                        .build())
                .join();
        CompletableFuture<FileSystemSnapshot> snapshot = sandbox.snapshot();
        await().until(() -> !host.only().snapshotOrders().isEmpty());
        assertThat(snapshot).isNotDone();
        host.settle(creating("snap-1").ready(99, ScriptedSandbox.TIME));

        assertThat(snapshot.join().sizeBytes()).hasValue(99);
        assertThat(host.only().snapshotOrders().get(0).requestId()).isNotEmpty();
        assertThat(sandboxes.getSnapshot("snap-1").join().status()).isEqualTo(FileSystemSnapshot.Status.READY);
        assertThat(sandboxes.listSnapshots(SnapshotFilter.ofSandbox("sb-1")).join())
                .hasSize(1);
        assertThat(sandboxes.listSnapshots(SnapshotFilter.ofSandbox("other")).join())
                .isEmpty();
        sandboxes.deleteSnapshot("snap-1").join();
        assertThat(failure(sandboxes.deleteSnapshot("snap-1")).reason()).isEqualTo(Reason.FSS_NOT_FOUND);
        sandboxes.deleteSnapshotIfPresent("snap-1").join();
    }

    @Test
    void aSnapshotOfSeveralVolumesMustSayWhich() {
        Sandbox two = sandboxes
                .run(SandboxSpec.builder()
                        .volume(ScratchVolume.at("a", "/a"))
                        .volume(ScratchVolume.at("b", "/b"))
                        .build())
                .join();
        assertThat(failure(two.snapshot()))
                .isInstanceOf(SandboxSnapshotException.class)
                .hasMessageContaining("[a, b]");
        FileSystemSnapshot begun = two.snapshot(
                        SnapshotOptions.DEFAULT.withVolume("b").until(SnapshotOptions.Until.BEGUN))
                .join();
        assertThat(begun.sourceVolumeName()).isEqualTo("b");
        assertThat(failure(two.snapshot(SnapshotOptions.DEFAULT.withVolume("c")))
                        .reason())
                .isEqualTo(Reason.FSS_NOT_SUPPORTED);

        Sandbox none = sandboxes.run(SandboxSpec.builder().build()).join();
        assertThat(failure(none.snapshot()).reason()).isEqualTo(Reason.FSS_NOT_SUPPORTED);
    }

    @Test
    void aSnapshotThatFailedSaysWhy() {
        Sandbox sandbox = sandboxes
                .run(SandboxSpec.builder()
                        .volume(ScratchVolume.at("data", "/data"))
                        .build())
                .join();
        CompletableFuture<FileSystemSnapshot> snapshot = sandbox.snapshot();
        await().until(() -> !host.only().snapshotOrders().isEmpty());
        host.settle(creating("snap-1").failed("it changed meanwhile", ScriptedSandbox.TIME));

        assertThat(failure(snapshot)).hasMessageContaining("it changed meanwhile");
    }

    @Test
    void requestIdsAreCheckedAndARepeatHasTheSame() {
        assertThatThrownBy(() -> sandboxes.create(SandboxSpec.builder().build(), "ö".repeat(65)))
                .isInstanceOf(SandboxRefusedException.class);
        assertThatThrownBy(() -> StopOptions.DEFAULT.withRequestId("")).isInstanceOf(SandboxRefusedException.class);
        sandboxes.create(SandboxSpec.builder().build(), "mine").start().join();
        assertThat(host.orders().get(0).requestId()).isEqualTo("mine");

        RequestIds.requireSame("mine", "a", "a");
        assertThatThrownBy(() -> RequestIds.requireSame("mine", "a", "b"))
                .satisfies(e -> assertThat(((SandboxException) e).reason()).isEqualTo(Reason.REQUEST_ID_CONFLICT));
    }

    private List<String> ids(SandboxFilter filter) {
        var ids = new ArrayList<String>();
        sandboxes.list(filter).join().forEach(sandbox -> ids.add(sandbox.id().orElseThrow()));
        return ids;
    }

    private static Container container() {
        return new Container(
                Optional.empty(),
                "image",
                Optional.empty(),
                List.of(),
                Map.of(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                false);
    }

    private static FileSystemSnapshot creating(String id) {
        return FileSystemSnapshot.creating(
                id, "sb-1", "data", FileSystemSnapshot.Trigger.MANUAL, Optional.empty(), ScriptedSandbox.TIME);
    }
}
