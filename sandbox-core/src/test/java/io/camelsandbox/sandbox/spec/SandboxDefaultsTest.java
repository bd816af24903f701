package io.camelsandbox.sandbox.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.SandboxRefusedException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SandboxDefaultsTest {

    private static final SandboxSpec NOTHING = SandboxSpec.builder().build();

    private final SandboxDefaults defaults = SandboxDefaults.of(SandboxSpec.builder()
            .image("debian")
            .command("server")
            .args(List.of("--port", "80"))
            .workingDir("/work")
            .env("A", "default")
            .env("B", "default")
            .secret(Secret.of("vault", "KEY"))
            .tags("team", "shared")
            .annotation("owner", "default")
            .annotation("more", "default")
            .resources(ResourceOptions.of("1", "1Gi"))
            .volume(ScratchVolume.at("data", "/data"))
            .maxLifetime(Duration.ofHours(1))
            .network(NetworkOptions.denyAll())
            .build());

    @Test
    void aSpecThatSaysNothingIsTheDefaults() {
        assertThat(defaults.applyTo(NOTHING)).isEqualTo(defaults.spec());
    }

    @Test
    void withoutAnyCommandTheSandboxIdles() {
        SandboxSpec idle = SandboxDefaults.STANDARD.applyTo(NOTHING);

        assertThat(idle.command()).contains("/bin/sh");
        assertThat(idle.args().orElseThrow()).containsExactly("-c", "trap \"exit 0\" TERM INT; sleep infinity & wait");
        assertThat(idle.image()).as("the engine's own").isEmpty();
    }

    @Test
    void defaultArgumentsComeWithTheDefaultCommandOnly() {
        assertThat(defaults.applyTo(SandboxSpec.of("other")).args()).contains(List.of());
        SandboxSpec onlyCommand = SandboxSpec.builder().command("other").build();
        assertThat(defaults.applyTo(onlyCommand).args()).isEmpty();
        SandboxSpec onlyArgs = SandboxSpec.builder().args(List.of("x")).build();
        assertThat(defaults.applyTo(onlyArgs).command()).contains("server");
        assertThat(defaults.applyTo(onlyArgs).args()).contains(List.of("x"));
    }

    @Test
    void tagsAddUpDefaultsFirstAndEachOnce() {
        SandboxSpec merged =
                defaults.applyTo(SandboxSpec.builder().tags("mine", "team").build());

        assertThat(merged.tags()).containsExactly("team", "shared", "mine");
    }

    @Test
    void variablesAndAnnotationsAreMergedAndTheSpecIsStronger() {
        SandboxSpec merged = defaults.applyTo(SandboxSpec.builder()
                .env("B", "own")
                .env("C", "own")
                .annotation("owner", "me")
                .build());

        assertThat(merged.env()).isEqualTo(Map.of("A", "default", "B", "own", "C", "own"));
        assertThat(merged.annotations()).isEqualTo(Map.of("owner", "me", "more", "default"));
    }

    @Test
    void secretsAreThoseOfBothAndConflictsAreRefused() {
        SandboxSpec both = defaults.applyTo(SandboxSpec.builder()
                .secret(Secret.of("vault", "KEY"))
                .secret(Secret.of("vault", "OTHER"))
                .build());
        assertThat(both.secrets()).extracting(Secret::envVar).containsExactly("KEY", "OTHER");

        SandboxSpec conflict =
                SandboxSpec.builder().secret(Secret.of("files", "KEY")).build();
        assertThatThrownBy(() -> defaults.applyTo(conflict)).isInstanceOf(SandboxRefusedException.class);
    }

    @Test
    void whatASpecSaysReplacesTheDefault() {
        SandboxSpec merged = defaults.applyTo(SandboxSpec.builder()
                .image("alpine")
                .resources(ResourceOptions.of("2", null))
                .volume(ScratchVolume.at("own", "/own"))
                .maxLifetime(Duration.ofMinutes(1))
                .workingDir("/own")
                .build());

        assertThat(merged.image()).contains("alpine");
        assertThat(merged.resources()).contains(ResourceOptions.of("2", null));
        assertThat(merged.scratchVolumes()).extracting(ScratchVolume::name).containsExactly("own");
        assertThat(merged.maxLifetime()).contains(Duration.ofMinutes(1));
        assertThat(merged.workingDir()).contains("/own");
    }

    @Test
    void severalContainersDoNotInheritWhatEachSaysItself() {
        var container = new Container(
                Optional.empty(),
                "own",
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
        SandboxSpec merged = defaults.applyTo(
                SandboxSpec.builder().containers(List.of(container)).build());

        assertThat(merged.image()).isEmpty();
        assertThat(merged.command()).isEmpty();
        assertThat(merged.env()).isEmpty();
        assertThat(merged.secrets()).isEmpty();
        assertThat(merged.resources()).isEmpty();
        assertThat(merged.tags()).containsExactly("team", "shared");
        assertThat(merged.scratchVolumes()).hasSize(1);
        assertThat(merged.maxLifetime()).contains(Duration.ofHours(1));
    }

    @Test
    void aTemplateInheritsTagsAlone() {
        SandboxSpec merged = defaults.applyTo(
                SandboxSpec.builder().templateId("t").env("X", "own").build());

        assertThat(merged.tags()).containsExactly("team", "shared");
        assertThat(merged.env()).isEqualTo(Map.of("X", "own"));
        assertThat(merged.annotations()).isEmpty();
        assertThat(merged.command()).isEmpty();
        assertThat(merged.maxLifetime()).isEmpty();
        assertThat(merged.volumes()).isEmpty();
    }

    @Test
    void aComposeFileInheritsNothingOfContainersVolumesAndServices() {
        SandboxSpec merged = defaults.applyTo(SandboxSpec.builder()
                .composeFile(new ComposeFile(new byte[0], "main", Map.of(), Optional.empty()))
                .build());

        assertThat(merged.image()).isEmpty();
        assertThat(merged.command()).isEmpty();
        assertThat(merged.volumes()).isEmpty();
        assertThat(merged.annotations()).hasSize(2);
        assertThat(merged.network()).contains(NetworkOptions.denyAll());
        assertThat(merged.maxLifetime()).contains(Duration.ofHours(1));
    }

    @Test
    void theFolderForFunctionsIsAbsolute() {
        assertThatThrownBy(() -> SandboxDefaults.STANDARD.withTempDir("tmp"))
                .isInstanceOf(SandboxRefusedException.class);
    }
}
