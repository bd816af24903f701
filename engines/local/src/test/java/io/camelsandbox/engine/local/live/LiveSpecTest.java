package io.camelsandbox.engine.local.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.Guarantee;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.sandbox.ExecRequest;
import io.camelsandbox.sandbox.FileOptions;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.Sandboxes;
import io.camelsandbox.sandbox.spec.NetworkOptions;
import io.camelsandbox.sandbox.spec.ResourceAmounts;
import io.camelsandbox.sandbox.spec.ResourceOptions;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import io.camelsandbox.sandbox.spec.SandboxSpecBuilder;
import io.camelsandbox.sandbox.spec.ScratchVolume;
import io.camelsandbox.sandbox.spec.Secret;
import io.camelsandbox.sandbox.spec.SecretValue;
import io.camelsandbox.sandbox.spec.SecurityContext;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a spec can ask for, and what is refused by its name. */
class LiveSpecTest extends LiveTest {

    private static SandboxSpecBuilder spec() {
        return SandboxSpec.builder();
    }

    private static String sh(Sandbox sandbox, String script) throws Exception {
        return get(sandbox.exec("/bin/sh", "-c", script).result()).stdout().text();
    }

    @Test
    void resourcesAreFilledInEchoedAndInForce() throws Exception {
        Sandbox plain = running();
        assertThat(plain.effectiveResources()).contains(ResourceOptions.of("1", "512Mi"));
        Sandbox small = running(
                spec().resources(ResourceOptions.of(ResourceAmounts.of("250m", null), ResourceAmounts.of(null, "64Mi")))
                        .build());
        ResourceOptions effective = small.effectiveResources().orElseThrow();
        assertThat(effective.limits().memory().orElseThrow().wholeUnits()).isEqualTo(64L << 20);
        assertThat(effective.requests().cpu().orElseThrow().amount()).isEqualByComparingTo("0.25");
        assertThat(effective.limits().cpu().orElseThrow().amount()).isEqualByComparingTo("1");
        assertThat(small.facts().orElseThrow().enforcement().orElseThrow().level(Guarantee.FILESYSTEM))
                .isNotNull();
    }

    @Test
    void aCommandThatUsesUpTheMemoryIsToldAndTheSandboxLives() throws Exception {
        Sandbox sandbox =
                running(spec().resources(ResourceOptions.of("1", "64Mi")).build());
        var result = get(sandbox.exec("/bin/sh", "-c", "x=$(head -c 200000000 /dev/zero | tr '\\0' x); echo ${#x}")
                .result());
        assertThat(result.execution().termination())
                .isIn(Termination.OUT_OF_MEMORY, Termination.EXITED, Termination.SIGNALED);
        assertThat(result.stdout().text()).doesNotContain("200000000");
        assertThat(sh(sandbox, "echo alive")).isEqualTo("alive\n");
    }

    @Test
    void secretsAreInTheEnvironmentAndNowhereElse() throws Exception {
        String value = "s3cr3t-" + System.nanoTime();
        try (var own = Sandboxes.builder(engine())
                .secrets("vault", secret -> Optional.of(SecretValue.of(value)))
                .build()) {
            Sandbox sandbox = get(get(own.run(
                            spec().secret(Secret.of("vault", "key").as("TOKEN")).build()))
                    .waitUntilRunning());
            assertThat(sh(sandbox, "echo $TOKEN")).isEqualTo(value + "\n");
            assertThat(sh(sandbox, "cat /proc/[0-9]*/cmdline | tr '\\0' ' '")).doesNotContain(value);
            assertThat(sandbox.spec().toString() + sandbox + sandbox.facts()).doesNotContain(value);
            try (Stream<java.nio.file.Path> files = java.nio.file.Files.walk(state())) {
                assertThat(files.filter(java.nio.file.Files::isRegularFile)).noneMatch(file -> contains(file, value));
            }
            get(sandbox.stop());
        }
    }

    private static boolean contains(java.nio.file.Path file, String text) {
        try {
            return new String(java.nio.file.Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1)
                    .contains(text);
        } catch (java.io.IOException e) {
            return false;
        }
    }

    @Test
    void itStartsInItsWorkingDirectory() throws Exception {
        Sandbox sandbox = running(spec().workingDir("/tmp").build());
        assertThat(sh(sandbox, "pwd; readlink /proc/[0-9]*/cwd | sort -u")).startsWith("/tmp\n");
        Sandbox wrong = get(sandboxes().run(spec().workingDir("/no/such").build()));
        assertThatThrownBy(() -> get(wrong.waitUntilRunning())).cause().hasMessageContaining("working directory");
    }

    @Test
    void whatSecurityItHasAnywayMayBeAskedFor() throws Exception {
        var context = new SecurityContext(
                OptionalLong.of(1000),
                OptionalLong.of(1000),
                Optional.of(false),
                Optional.of(false),
                Optional.of(false),
                List.of(),
                List.of("ALL"),
                Optional.of(SecurityContext.Seccomp.RUNTIME_DEFAULT));
        Sandbox sandbox = running(spec().securityContext(context).build());
        assertThat(sh(sandbox, "id -u; grep -E 'CapEff|NoNewPrivs|^Seccomp:' /proc/self/status"))
                .startsWith("1000\n")
                .contains("0000000000000000")
                .containsPattern("NoNewPrivs:\\s+1")
                .containsPattern("Seccomp:\\s+2");
    }

    static Stream<Arguments> refused() {
        SecurityContext none = SecurityContext.NONE;
        return Stream.of(
                Arguments.of(spec().image("python:3.11"), Reason.INVALID_REQUEST, "host"),
                Arguments.of(
                        spec().securityContext(new SecurityContext(
                                OptionalLong.of(0),
                                none.runAsGroup(),
                                none.privileged(),
                                none.allowPrivilegeEscalation(),
                                none.readOnlyRootFilesystem(),
                                List.of(),
                                List.of(),
                                none.seccompProfile())),
                        Reason.NOT_IMPLEMENTED,
                        "run_as_user"),
                Arguments.of(
                        spec().securityContext(new SecurityContext(
                                none.runAsUser(),
                                none.runAsGroup(),
                                Optional.of(true),
                                none.allowPrivilegeEscalation(),
                                none.readOnlyRootFilesystem(),
                                List.of(),
                                List.of(),
                                none.seccompProfile())),
                        Reason.NOT_IMPLEMENTED,
                        "privileged"),
                Arguments.of(
                        spec().securityContext(new SecurityContext(
                                none.runAsUser(),
                                none.runAsGroup(),
                                none.privileged(),
                                none.allowPrivilegeEscalation(),
                                none.readOnlyRootFilesystem(),
                                List.of("NET_ADMIN"),
                                List.of(),
                                none.seccompProfile())),
                        Reason.NOT_IMPLEMENTED,
                        "capabilities_add"),
                Arguments.of(
                        spec().resources(ResourceOptions.of("1", "1Ei")), Reason.RESOURCE_CEILING_EXCEEDED, "memory"),
                Arguments.of(
                        spec().resources(ResourceOptions.of("1000", null)), Reason.RESOURCE_CEILING_EXCEEDED, "cpu"),
                Arguments.of(spec().volume(ScratchVolume.at("v", "/usr/lib")), Reason.INVALID_REQUEST, "/usr/lib"),
                Arguments.of(spec().runtimeClass("gvisor"), Reason.NOT_IMPLEMENTED, "runtime_class"),
                Arguments.of(spec().templateId("t"), Reason.NOT_IMPLEMENTED, "template"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatItCannotGiveIsRefusedAtOnceByName(SandboxSpecBuilder asked, Reason reason, String name) {
        assertThatThrownBy(() -> sandboxes().create(asked.build()))
                .isInstanceOfSatisfying(
                        SandboxException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageContaining(name);
    }

    @Test
    void hasNoNetworkAndSoGrantsThatThereIsNone() throws Exception {
        Sandbox sandbox = running(spec().network(NetworkOptions.denyAll()).build());
        assertThat(sh(sandbox, "ls /sys/class/net 2>/dev/null; cut -d: -f1 /proc/net/dev | grep -v '|' | tr -d ' '"))
                .isEqualTo("lo\n");
    }

    @Test
    void saysWhatItCanDo() {
        assertThat(engine().capabilities())
                .contains(
                        Capability.LIVE_SANDBOXES,
                        Capability.TERMINALS,
                        Capability.SCRATCH_VOLUMES,
                        Capability.SNAPSHOTS)
                .doesNotContain(Capability.ADOPTION, Capability.NETWORK_RULES, Capability.IMAGE_PULL);
        assertThat(sandboxes().can(Capability.SNAPSHOTS)).isTrue();
    }

    @Test
    void hasNoContainersToChooseFrom() throws Exception {
        Sandbox sandbox = running();
        var exec = ExecRequest.builder("true").container("side").build();
        var file = FileOptions.DEFAULT.withContainer("side");
        for (var call : List.of(
                sandbox.exec(exec).result(),
                sandbox.readFile("/etc/passwd", file),
                sandbox.writeFile("/tmp/f", new byte[1], file))) {
            assertThatThrownBy(() -> get(call)).cause().hasMessageContaining("no container 'side'");
        }
    }
}
