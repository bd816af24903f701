package io.camelsandbox.sandbox.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.SandboxRefusedException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SandboxSpecTest {

    static Stream<Arguments> refused() {
        return Stream.of(
                refused("blank image", "image", () -> spec().image(" ").build()),
                refused("empty command", "command", () -> spec().command("").build()),
                refused("NUL in a command", "NUL", () -> spec().command("a\0").build()),
                refused("NUL in an argument", "NUL", () -> spec().args(List.of("a\0"))
                        .build()),
                refused("relative folder", "working_dir", () -> spec().workingDir("work")
                        .build()),
                refused("no variable name", "not a name", () -> spec().env("", "x")
                        .build()),
                refused("= in a variable name", "not a name", () -> spec().env("A=B", "x")
                        .build()),
                refused("NUL in a value", "NUL", () -> spec().env("A", "x\0").build()),
                refused("empty tag", "tag", () -> spec().tags("").build()),
                refused("no lifetime", "max_lifetime", () -> spec().maxLifetime(Duration.ZERO)
                        .build()),
                refused("31 days", "30 days", () -> spec().maxLifetime(Duration.ofDays(31))
                        .build()),
                refused("relative file", "mount_path", () -> MountedFile.of("x", "")),
                refused("file at the root", "mount_path", () -> MountedFile.of("/", "")),
                refused("file with ..", "'..'", () -> MountedFile.of("/a/../b", "")),
                refused("two files at a path", "two mounted files", () -> spec().mountedFile(MountedFile.of("/a", "1"))
                        .mountedFile(MountedFile.of("/a", "2"))
                        .build()),
                refused("volume at the root", "mount_path", () -> ScratchVolume.at("a", "/")),
                refused("volume name", "1 to 63", () -> ScratchVolume.at("A_b", "/a")),
                refused("two volumes of a name", "two volumes", () -> spec().volume(ScratchVolume.at("a", "/a"))
                        .volume(ScratchVolume.at("a", "/b"))
                        .build()),
                refused("two volumes at a path", "two volumes at", () -> spec().volume(ScratchVolume.at("a", "/a"))
                        .volume(ScratchVolume.at("b", "/a"))
                        .build()),
                refused("memory without size", "needs a size", () -> ScratchVolume.at("a", "/a")
                        .withMedium(StorageMedium.MEMORY)),
                refused("disk in percent", "percent", () -> ScratchVolume.at("a", "/a")
                        .withSize("50%")),
                refused("0 percent", "1% to 100%", () -> ScratchVolume.at("a", "/a")
                        .inMemory("0%")),
                refused("101 percent", "1% to 100%", () -> ScratchVolume.at("a", "/a")
                        .inMemory("101%")),
                refused("size of zero", "greater than zero", () -> ScratchVolume.at("a", "/a")
                        .withSize("0")),
                refused(
                        "absolute sub_path",
                        "sub_path",
                        () -> new RegisteredVolume("a", "id", Optional.of("/a"), Optional.of("/x"), false)),
                refused(
                        "sub_path with .",
                        "sub_path",
                        () -> new RegisteredVolume("a", "id", Optional.of("/a"), Optional.of("x/./y"), false)),
                refused(
                        "no volume_id",
                        "volume_id",
                        () -> new RegisteredVolume("a", "", Optional.of("/a"), Optional.empty(), false)),
                refused("no secret store", "store", () -> new Secret("", "n", "", null)),
                refused("no secret name", "name", () -> new Secret("s", "", "", null)),
                refused("one variable, two secrets", "different sources", () -> spec().secret(
                                Secret.of("s", "a").as("X"))
                        .secret(Secret.of("s", "b").as("X"))
                        .build()),
                refused(
                        "uid over 32 bits",
                        "run_as_user",
                        () -> new SecurityContext(
                                OptionalLong.of(1L << 32),
                                OptionalLong.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                List.of(),
                                List.of(),
                                Optional.empty())),
                refused("two kinds", "exclude each other", () -> spec().templateId("t")
                        .composeFile(new ComposeFile(new byte[0], "main", Map.of(), Optional.empty()))
                        .build()),
                refused("empty template", "template_id", () -> spec().templateId("")
                        .build()),
                refused(
                        "compose over 256 KiB",
                        "over the cap",
                        () -> new ComposeFile(new byte[(256 << 10) + 1], "main", Map.of(), Optional.empty())),
                refused("containers with a command", "containers exclude", () -> spec().containers(
                                List.of(container("a", true)))
                        .command("x")
                        .build()),
                refused("two containers of a name", "names", () -> spec().containers(
                                List.of(container("a", true), container("a", false)))
                        .build()),
                refused("no primary", "primary", () -> spec().containers(
                                List.of(container("a", false), container("b", false)))
                        .build()),
                refused("two primaries", "primary", () -> spec().containers(
                                List.of(container("a", true), container("b", true)))
                        .build()),
                refused("reserved name", "reserved", () -> container("dns-egress", true)),
                refused("port 0", "port=0", () -> service(0, Service.Visibility.PUBLIC, false)),
                refused("port 65536", "port=65536", () -> service(65_536, Service.Visibility.PUBLIC, false)),
                refused("private endpoint", "public", () -> service(80, Service.Visibility.PRIVATE, true)),
                refused(
                        "passthrough with auth",
                        "tls_passthrough",
                        () -> new Endpoint(
                                Endpoint.Kind.TLS_PASSTHROUGH, Optional.of(Endpoint.Auth.OPEN), OptionalInt.empty())),
                refused(
                        "endpoint timeout",
                        "15 to 900",
                        () -> new Endpoint(Endpoint.Kind.HTTPS, Optional.empty(), OptionalInt.of(14))),
                refused(
                        "deny with rules",
                        "deny_egress",
                        () -> new NetworkOptions(
                                Optional.of(true),
                                Optional.empty(),
                                List.of(new EgressRule(new NetworkPeer.Any(), List.of())),
                                List.of())),
                refused("* as a name", "dns_name", () -> new NetworkPeer.DnsName("*")),
                refused("inner *", "dns_name", () -> new NetworkPeer.DnsName("a.*.b")),
                refused(
                        "name on port 80",
                        "443",
                        () -> new EgressRule(
                                new NetworkPeer.DnsName("example.com"), List.of(new PortRange(80, 80, "TCP")))),
                refused("ingress by name", "ingress", () -> new IngressRule(new NetworkPeer.DnsName("a.b"), List.of())),
                refused("ports backwards", "end_port", () -> new PortRange(9, 8, "TCP")),
                refused("no block", "cidr", () -> new NetworkPeer.Cidr("example", List.of())),
                refused("no labels", "pod_labels", () -> new NetworkPeer.Selector(Map.of(), Map.of())),
                refused(
                        "runners and serverless",
                        "serverless",
                        () -> new Placement(
                                Optional.of(Placement.Mode.SERVERLESS), Placement.Spillover.STRICT, List.of("r"))),
                refused(
                        "runners and serverless first",
                        "serverless_then_cks",
                        () -> new Placement(Optional.empty(), Placement.Spillover.SERVERLESS_THEN_CKS, List.of("r"))),
                refused(
                        "mode and spillover disagree",
                        "disagree",
                        () -> new Placement(
                                Optional.of(Placement.Mode.SERVERLESS),
                                Placement.Spillover.CKS_THEN_SERVERLESS,
                                List.of())),
                refused(
                        "no bucket",
                        "bucket",
                        () -> new ObjectStorageAccess(
                                List.of(), ObjectStorageAccess.Permission.READ, Optional.empty())));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void isRefused(String name, String inMessage, ThrowingCallable building) {
        assertThatThrownBy(building).isInstanceOf(SandboxRefusedException.class).hasMessageContaining(inMessage);
    }

    @Test
    void itsTextHoldsNoValues() {
        SandboxSpec spec = spec().env("KEY", "s3cret")
                .mountedFile(MountedFile.of("/f", "s3cret"))
                .annotation("note", "s3cret")
                .args(List.of("s3cret"))
                .build();

        assertThat(spec.toString() + spec.mountedFiles()).doesNotContain("s3cret");
        assertThat(SecretValue.of("s3cret").toString()).doesNotContain("s3cret");
    }

    @Test
    void equalSecretsAreOne() {
        SandboxSpec spec = spec().secret(Secret.of("s", "A"))
                .secret(new Secret("s", "A", null, "A"))
                .build();

        assertThat(spec.secrets()).containsExactly(Secret.of("s", "A"));
    }

    @Test
    void whatIsUnsaidIsNotEmpty() {
        assertThat(spec().build().args()).isEmpty();
        assertThat(spec().args(List.of()).build().args()).contains(List.of());
        assertThat(spec().build().volumes()).isEmpty();
    }

    @Test
    void aSpecIsEqualToItsCopyAndIndependentOfIt() {
        SandboxSpec spec = spec().env("A", "1")
                .tags("t")
                .volume(ScratchVolume.at("a", "/a"))
                .build();
        SandboxSpecBuilder copy = spec.toBuilder();

        assertThat(copy.build()).isEqualTo(spec).hasSameHashCodeAs(spec);
        assertThat(copy.env("B", "2").volume(ScratchVolume.at("b", "/b")).build())
                .isNotEqualTo(spec);
        assertThat(spec.env()).hasSize(1);
        assertThat(spec.volumes().orElseThrow()).hasSize(1);
    }

    @Test
    void sizesOfVolumesAreBytesOrPartsOfTheMemory() {
        assertThat(ScratchVolume.at("a", "/a").withSize("64Mi").bytes(0)).contains(64L << 20);
        assertThat(ScratchVolume.at("a", "/a").inMemory("25%").bytes(1000)).contains(250L);
        assertThat(ScratchVolume.at("a", "/a").bytes(1000)).isEmpty();
    }

    @Test
    void namesOfHostsAreLowerCase() {
        assertThat(new NetworkPeer.DnsName("*.PyPI.org").name()).isEqualTo("*.pypi.org");
        new EgressRule(new NetworkPeer.DnsName("a.b"), List.of(new PortRange(443, 443, "tcp")));
    }

    @Test
    void runnersImplyTheirKindOfMachines() {
        assertThat(new Placement(Optional.empty(), Placement.Spillover.STRICT, List.of("r")).mode())
                .contains(Placement.Mode.CKS);
    }

    private static Arguments refused(String name, String inMessage, ThrowingCallable building) {
        return Arguments.of(name, inMessage, building);
    }

    private static SandboxSpecBuilder spec() {
        return SandboxSpec.builder();
    }

    private static Service service(int port, Service.Visibility visibility, boolean endpoint) {
        return new Service(
                port,
                Optional.empty(),
                Service.Protocol.TCP,
                visibility,
                endpoint
                        ? Optional.of(new Endpoint(Endpoint.Kind.HTTPS, Optional.empty(), OptionalInt.empty()))
                        : Optional.empty());
    }

    private static Container container(String name, boolean primary) {
        return new Container(
                Optional.of(name),
                "image",
                Optional.empty(),
                List.of(),
                Map.of(),
                Optional.of(ResourceOptions.of("1", "1Gi")),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                primary);
    }
}
