package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootTreeTest {

    @TempDir
    private Path image;

    @TempDir
    private Path etc;

    @BeforeEach
    void fill() throws Exception {
        Files.createDirectories(image.resolve("opt/tool/conf"));
        Files.writeString(image.resolve("opt/tool/run"), "");
        Files.writeString(image.resolve("opt/tool/conf/old"), "");
        Files.createSymbolicLink(image.resolve("opt/tool/link"), Path.of("run"));
        Files.createDirectories(image.resolve("proc"));
        Files.createDirectories(image.resolve("home/somebody"));
    }

    private List<String> words(String... places) {
        return RootTree.ofImage(image, etc).words(List.of(places));
    }

    @Test
    void showsFoldersWhole() {
        assertThat(words())
                .containsSequence("--ro-bind", image.resolve("opt").toString(), "/opt")
                .containsSequence("--ro-bind", etc.toString(), "/etc")
                .doesNotContain("/proc", "/home");
    }

    @Test
    void makesRoomWhereSomethingIsPut() {
        assertThat(words("/opt/tool/conf/new"))
                .containsSequence("--dir", "/opt")
                .containsSequence("--dir", "/opt/tool")
                .containsSequence("--ro-bind", image.resolve("opt/tool/run").toString(), "/opt/tool/run")
                .containsSequence("--symlink", "run", "/opt/tool/link")
                .containsSequence("--dir", "/opt/tool/conf")
                .containsSequence(
                        "--ro-bind", image.resolve("opt/tool/conf/old").toString(), "/opt/tool/conf/old");
    }

    @Test
    void aFileThatIsThereNeedsNoRoom() {
        assertThat(words("/opt/tool/conf/old"))
                .containsSequence("--ro-bind", image.resolve("opt").toString(), "/opt");
    }

    @Test
    void usersAndHostsAreTheEnginesOwn() throws Exception {
        Files.createDirectory(image.resolve("etc"));
        Files.writeString(image.resolve("etc/passwd"), "");
        assertThat(words())
                .containsSequence("--ro-bind", image.resolve("etc").toString(), "/etc")
                .containsSequence("--ro-bind", etc.resolve("passwd").toString(), "/etc/passwd")
                .doesNotContain("/etc/hosts");
    }
}
