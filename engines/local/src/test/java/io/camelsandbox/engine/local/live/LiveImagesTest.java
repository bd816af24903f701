package io.camelsandbox.engine.local.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.Sandboxes;
import io.camelsandbox.sandbox.spec.MountedFile;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Root file systems by name: here one with a shell and little else, made of the machine's own. */
class LiveImagesTest extends LiveTest {

    private static final Set<String> PROGRAMS = Set.of("sh", "sleep", "cat", "ls", "id", "touch");

    @Override
    Map<String, String> properties() {
        var properties = new HashMap<>(super.properties());
        properties.put("image.small", image().toString());
        return properties;
    }

    private static Path image() {
        Path image = folder.resolve("image");
        try {
            if (!Files.exists(image)) {
                make(image);
            }
            return image;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void make(Path image) throws Exception {
        for (Path open = image.getParent();
                Files.isWritable(open) && !open.equals(Path.of("/tmp"));
                open = open.getParent()) {
            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.createDirectories(image.resolve("bin"));
        Files.createDirectories(image.resolve("etc"));
        Files.createDirectories(image.resolve("opt/tool"));
        Files.writeString(image.resolve("etc/passwd"), "someone:x:1:1::/:/bin/sh\n");
        Files.writeString(image.resolve("opt/tool/version"), "small 1\n");
        for (String program : PROGRAMS) {
            Path real = Path.of("/bin", program).toRealPath();
            Files.copy(real, image.resolve("bin").resolve(program));
            libraries(real, image);
        }
    }

    private static void libraries(Path program, Path image) throws Exception {
        Process ldd = new ProcessBuilder("ldd", program.toString()).start();
        String text = new String(ldd.getInputStream().readAllBytes());
        for (String word : text.split("\\s+")) {
            if (word.startsWith("/") && Files.exists(Path.of(word))) {
                Path to = image.resolve(word.substring(1));
                Files.createDirectories(to.getParent());
                if (!Files.exists(to)) {
                    Files.copy(Path.of(word), to);
                }
            }
        }
    }

    private static SandboxSpec small() {
        return SandboxSpec.builder().image("small").build();
    }

    private static String sh(Sandbox sandbox, String script) throws Exception {
        var result = get(sandbox.exec("sh", "-c", script).result());
        return result.stdout().text() + result.stderr().text();
    }

    @Test
    void anImageIsTheRootAndCannotBeChanged() throws Exception {
        Sandbox sandbox = running(small());
        assertThat(sh(sandbox, "cat /opt/tool/version; ls /bin")).isEqualTo("small 1\ncat\nid\nls\nsh\nsleep\ntouch\n");
        assertThat(sh(sandbox, "touch /opt/tool/x || echo no"))
                .startsWith("no\n")
                .contains("Read-only file system");
        assertThat(sh(
                        sandbox,
                        "ls /usr/bin 2>/dev/null || echo none; id -un; pwd; touch /tmp/a /workspace/b && echo ok"))
                .isEqualTo("none\nsandbox\n/workspace\nok\n");
        try (Stream<Path> files = Files.walk(image())) {
            assertThat(files).noneMatch(file -> file.endsWith("x"));
        }
    }

    @Test
    void filesAreReadWrittenAndMountedInIt() throws Exception {
        Sandbox sandbox = running(small().toBuilder()
                .mountedFile(MountedFile.of("/opt/tool/conf", "mine"))
                .build());
        assertThat(sh(sandbox, "cat /opt/tool/conf /opt/tool/version")).isEqualTo("minesmall 1\n");
        get(sandbox.writeFile("/workspace/f", new byte[] {1, 2}));
        assertThat(get(sandbox.readFile("/workspace/f"))).containsExactly(1, 2);
    }

    @Test
    void hostIsTheMachineItself() throws Exception {
        assertThat(sh(running(SandboxSpec.builder().image("host").build()), "ls /usr/bin/env"))
                .isEqualTo("/usr/bin/env\n");
    }

    @Test
    void anUnknownImageNamesThoseThereAre() {
        assertThatThrownBy(() -> sandboxes()
                        .create(SandboxSpec.builder().image("python:3.11").build()))
                .isInstanceOf(SandboxRefusedException.class)
                .hasMessageContaining("python:3.11")
                .hasMessageContaining("host")
                .hasMessageContaining("small");
    }

    @Test
    void aSandboxWithoutGnuTarHasNoSnapshotsAndSaysSo() throws Exception {
        Sandbox sandbox = running(small().toBuilder()
                .volume(io.camelsandbox.sandbox.spec.ScratchVolume.at("v", "/v"))
                .build());
        assertThatThrownBy(() -> get(sandbox.snapshot())).cause().hasMessageContaining("GNU tar");
    }

    @Test
    void anImageThatIsNoneFailsTheFirstUse() {
        var own = started(Map.of(
                "spares",
                "none",
                "stateDir",
                folder.resolve("other").toString(),
                "image.broken",
                folder.resolve("no-such-folder").toString()));
        try {
            assertThatThrownBy(() -> Sandboxes.on(own))
                    .isInstanceOf(SandboxUnavailableException.class)
                    .hasMessageContaining("broken");
        } finally {
            own.close();
        }
    }
}
