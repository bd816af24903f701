package io.camelsandbox.sandbox.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.sandbox.json.Json;
import io.camelsandbox.sandbox.spec.RegisteredVolume;
import io.camelsandbox.sandbox.spec.ResourceOptions;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import io.camelsandbox.sandbox.spec.ScratchVolume;
import io.camelsandbox.sandbox.spec.SecurityContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpecDocumentTest {

    private static final String EVERYTHING = """
            {"container_image": "debian", "command": "server", "args": ["-v", ""], "working_dir": "/work",
             "environment_variables": {"A": "1", "B": ""},
             "secrets": [{"store": "vault", "name": "db", "field": "password", "env_var": "DB"}],
             "tags": ["a", "b"], "annotations": {"x": "y"},
             "resources": {"requests": {"cpu": "500m"}, "limits": {"cpu": "1", "memory": "1Gi"},
                           "gpu": {"count": 2, "type": "A", "memory_gb": 40}},
             "security_context": {"run_as_user": 4294967295, "privileged": false, "read_only_root_filesystem": true,
                                  "capabilities_drop": ["ALL"], "seccomp_profile": "RuntimeDefault"},
             "mounted_files": [{"mount_path": "/etc/x", "file_content_base64": "AP8="}],
             "volumes": [{"name": "data", "mount_path": "/data", "size": "10%", "medium": "memory", "sub_path": "a/b",
                          "restore_from_snapshot_id": "snap", "read_only": true},
                         {"name": "shared", "volume_id": "v1", "mount_path": "/shared"}],
             "max_lifetime_seconds": "90.5",
             "network": {"deny_ingress": true,
                         "egress": [{"dns_name": "*.example.com", "ports": [443]},
                                    {"cidr": {"cidr": "10.0.0.0/8", "except_cidrs": ["10.1.0.0/16"]},
                                     "ports": [{"port": 1, "end_port": 9, "protocol": "udp"}]},
                                    {"selector": {"pod_labels": {"a": "b"}}}, {"tenant": "same_org"}, {"any": true}],
                         "ingress": [{"any": true}]},
             "services": [{"port": 80, "name": "web", "protocol": "tcp", "visibility": "public",
                           "endpoint": {"kind": "https", "auth": "open", "request_timeout_seconds": 15}}],
             "placement_mode": "cks", "runner_ids": ["r1"], "runtime_class": "gvisor",
             "object_storage_access": {"buckets": ["b"], "permission": "read_write", "object_prefix": "p/"},
             "image_pull_credentials": {"registry": "r", "store": "s", "name": "n"}}
            """;

    @Test
    void everythingIsReadAndWrittenToAnEqualSpec() {
        SandboxSpec spec = SpecDocument.fromJson(EVERYTHING);

        assertThat(SpecDocument.fromJson(SpecDocument.toJson(spec))).isEqualTo(spec);
        assertThat(SpecDocument.fromMap(SpecDocument.toMap(spec))).isEqualTo(spec);
        assertThat(spec.args().orElseThrow()).containsExactly("-v", "");
        assertThat(spec.maxLifetime()).contains(Duration.ofMillis(90_500));
        assertThat(spec.mountedFiles().get(0).content()).containsExactly(0, 0xFF);
        assertThat(spec.securityContext().orElseThrow().seccompProfile())
                .contains(SecurityContext.Seccomp.RUNTIME_DEFAULT);
        assertThat(spec.volumes().orElseThrow().get(1)).isInstanceOf(RegisteredVolume.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"containers\": [{\"name\": \"a\", \"image\": \"i\", \"primary\": true, \"resources\": {\"cpu\": \"1\"},"
                        + " \"volume_mounts\": [{\"volume\": \"v\", \"mount_path\": \"/v\"}]},"
                        + " {\"name\": \"b\", \"image\": \"i\", \"resources\": {\"cpu\": \"1\"}, \"args\": [\"x\"]}],"
                        + " \"volumes\": [{\"name\": \"v\"}]}",
                "{\"template_id\": \"t\", \"container_image\": \"i\"}",
                "{\"compose_file\": {\"contents\": \"services: {}\", \"primary_service\": \"a\","
                        + " \"image_overrides\": {\"a\": \"i\"}, \"default_resources\": {\"memory\": \"1Gi\"}}}",
                "{}"
            })
    void otherKindsAreReadAndWrittenToo(String text) {
        SandboxSpec spec = SpecDocument.fromJson(text);
        SandboxSpec again = SpecDocument.fromJson(SpecDocument.toJson(spec));

        assertThat(SpecDocument.toJson(again)).isEqualTo(SpecDocument.toJson(spec));
    }

    @Test
    void bothSpellingsMeanTheSameAndExcludeEachOther() {
        assertThat(SpecDocument.fromMap(Map.of("workingDir", "/w", "maxLifetimeSeconds", 5))
                        .workingDir())
                .contains("/w");
        assertThatThrownBy(() -> SpecDocument.fromMap(Map.of("workingDir", "/w", "working_dir", "/w")))
                .isInstanceOf(SandboxRefusedException.class)
                .hasMessageContaining("two spellings");
    }

    @Test
    void shortFormsAreRead() {
        SandboxSpec spec = SpecDocument.fromMap(Map.of(
                "mounted_files", Map.of("/a", "text"),
                "resources", Map.of("cpu", 1, "memory", "1Gi", "gpu", 1),
                "max_lifetime_seconds", "10m",
                "file_system_snapshot", Map.of("mount_path", "/data", "file_system_snapshot_id", "snap")));

        assertThat(spec.mountedFiles().get(0).content()).isEqualTo("text".getBytes());
        assertThat(spec.resources().orElseThrow().limits())
                .isEqualTo(ResourceOptions.of("1", "1Gi").limits());
        assertThat(spec.maxLifetime()).contains(Duration.ofMinutes(10));
        assertThat(spec.scratchVolumes())
                .containsExactly(ScratchVolume.at("workspace", "/data").restoredFrom("snap"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"nope\": 1}",
                "{\"tags\": \"bare\"}",
                "{\"tags\": [{}]}",
                "{\"args\": \"x\"}",
                "{\"command\": []}",
                "{\"environment_variables\": []}",
                "{\"environment_variables\": {\"A\": []}}",
                "{\"resources\": {\"cpu\": \"1\", \"disk\": \"1\"}}",
                "{\"resources\": {\"requests\": {\"gpu\": 1}}}",
                "{\"resources\": 1}",
                "{\"volumes\": {}}",
                "{\"volumes\": [{\"name\": \"a\", \"mount_path\": \"/a\", \"medium\": \"tape\"}]}",
                "{\"network\": {\"egress\": [{}]}}",
                "{\"network\": {\"egress\": [{\"any\": true, \"dns_name\": \"a.b\"}]}}",
                "{\"network\": {\"egress\": [{\"dns_name\": \"a.b\", \"dns_name_except\": [\"c\"]}]}}",
                "{\"containers\": []}",
                "{\"secrets\": [{\"store\": \"s\"}]}",
                "{\"placement_mode\": \"moon\"}",
                "{\"security_context\": {\"run_as_user\": true}}",
                "{\"security_context\": {\"privileged\": 1}}",
                "{\"services\": [{\"name\": \"no port\"}]}",
                "{\"max_lifetime_seconds\": 0}"
            })
    void whatIsWrongIsRefused(String text) {
        assertThatThrownBy(() -> SpecDocument.fromJson(text)).isInstanceOf(SandboxRefusedException.class);
    }

    @Test
    void defaultsMayBePartOfALargerConfiguration() {
        var defaults = DefaultsDocument.fromMap(
                Json.parseObject(
                        "{\"container_image\": \"i\", \"temp_dir\": \"/t\", \"request_timeout_seconds\": 5, \"unknown\": true}"));

        assertThat(defaults.spec().image()).contains("i");
        assertThat(defaults.tempDir()).isEqualTo("/t");
        assertThat(defaults.requestTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(defaults.grace()).isEqualTo(Duration.ofSeconds(10));
        assertThatThrownBy(() -> DefaultsDocument.fromMap(Map.of("ports", List.of(80))))
                .isInstanceOf(SandboxRefusedException.class);
    }
}
