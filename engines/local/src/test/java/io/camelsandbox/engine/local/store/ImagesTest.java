package io.camelsandbox.engine.local.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.SandboxUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImagesTest {

    @TempDir
    private Path temp;

    private Path image(String name) throws IOException {
        Path root = Files.createDirectories(temp.resolve(name));
        Files.createDirectories(root.resolve("bin"));
        return root;
    }

    private static Images images(String name, Path root) {
        return new Images(Map.of(name, root), path -> Optional.empty());
    }

    @Test
    void aNameStandsForItsFolderAndHostForTheMachine() throws IOException {
        Path root = image("alpine");
        Files.createFile(root.resolve("bin/sh"));
        Images images = images("alpine:3", root);

        assertThat(images.root("alpine:3")).contains(root.toRealPath());
        assertThat(images.root("host")).isEmpty();
        assertThat(images.names()).containsExactly("alpine:3", "host");
    }

    @Test
    void anUnknownNameIsRefusedWithThoseThereAre() throws IOException {
        Path root = image("alpine");
        Files.createFile(root.resolve("bin/sh"));
        Images images = images("alpine", root);

        assertThatThrownBy(() -> images.root("ubuntu"))
                .isInstanceOf(SandboxRefusedException.class)
                .hasMessageContaining("'ubuntu'")
                .hasMessageContaining("alpine, host");
    }

    @Test
    void linksAreTakenAsTheyAreTakenInside() throws IOException {
        Path root = temp.resolve("merged");
        Files.createDirectories(root.resolve("usr/bin"));
        Files.createFile(root.resolve("usr/bin/busybox"));
        Files.createSymbolicLink(root.resolve("bin"), Path.of("usr/bin"));
        Files.createSymbolicLink(root.resolve("usr/bin/sh"), Path.of("/../bin/busybox"));

        assertThat(images("merged", root).root("merged")).isPresent();
    }

    @Test
    void aShellOfTheHostIsNone() throws IOException {
        Path root = image("hollow");
        Files.createSymbolicLink(root.resolve("bin/sh"), Path.of("/bin/bash"));
        Path deep = image("deep");
        Files.createSymbolicLink(deep.resolve("bin/sh"), Path.of("../../../../../../../../bin/bash"));

        assertThatThrownBy(() -> images("hollow", root))
                .isInstanceOf(SandboxUnavailableException.class)
                .hasMessageContaining("image.hollow")
                .hasMessageContaining("it has no /bin/sh");
        assertThatThrownBy(() -> images("deep", deep)).hasMessageContaining("it has no /bin/sh");
    }

    @Test
    void linksInACircleAreFound() throws IOException {
        Path root = image("circle");
        Files.createSymbolicLink(root.resolve("bin/sh"), Path.of("sh"));

        assertThatThrownBy(() -> images("circle", root)).hasMessageContaining("too many links");
    }

    @Test
    void whatIsNotThereOrCannotBeReadFailsTheStart() throws IOException {
        Path root = image("closed");
        Files.createFile(root.resolve("bin/sh"));

        assertThatThrownBy(() -> images("gone", temp.resolve("gone"))).hasMessageContaining("no such folder");
        assertThatThrownBy(() -> new Images(Map.of("closed", root), path -> Optional.of("nobody may")))
                .hasMessageContaining("nobody may");
        assertThatThrownBy(() -> images("host", root)).hasMessageContaining("'host'");
    }
}
