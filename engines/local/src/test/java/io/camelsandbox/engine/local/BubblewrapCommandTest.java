package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.engine.local.cgroup.GroupLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BubblewrapCommandTest {

    @TempDir
    private Path root;

    private RuntimeFolder folder;

    @BeforeEach
    void open(@TempDir Path parent) {
        folder = RuntimeFolder.create(
                List.of(parent), false, Owner.self(), new NativeProgram(System.getProperty("os.arch")));
    }

    private static SandboxPlan plan(Set<Path> interpreterFolders, List<HostMount> mounts) {
        return plan(interpreterFolders, mounts, false);
    }

    private static SandboxPlan plan(Set<Path> interpreterFolders, List<HostMount> mounts, boolean terminals) {
        return new SandboxPlan(
                Optional.empty(),
                List.of(),
                interpreterFolders,
                mounts,
                new GroupLimits(1 << 20, 1, 10),
                1,
                1,
                1,
                terminals);
    }

    private List<String> argv(SandboxPlan plan) {
        return new BubblewrapCommand(Path.of("/usr/bin/bwrap"), folder, root).argv(plan);
    }

    @Test
    void asksForEveryNamespaceAndDropsAllElse() {
        assertThat(argv(plan(Set.of(), List.of())))
                .contains(
                        "--unshare-user",
                        "--unshare-ipc",
                        "--unshare-pid",
                        "--unshare-net",
                        "--unshare-uts",
                        "--unshare-cgroup-try",
                        "--disable-userns",
                        "--new-session",
                        "--die-with-parent",
                        "--as-pid-1")
                .containsSubsequence("--cap-drop", "ALL")
                .containsSubsequence("--uid", "1000", "--gid", "1000")
                .doesNotContain("--share-net", "--dev-bind", "--setenv");
    }

    @Test
    void closesTheRootAfterAllElseIsInPlaceAndEndsWithInit() {
        List<String> argv =
                argv(plan(Set.of(Path.of("/opt/node")), List.of(new HostMount(Path.of("/srv/data"), "/data", true))));
        assertThat(argv).containsSubsequence("--bind", "/srv/data", "/data", "--remount-ro", "/");
        assertThat(argv.subList(argv.size() - 6, argv.size()))
                .containsExactly("/workspace", "--info-fd", "3", "--", "/sandbox/init", "init");
    }

    @Test
    void showsTheSystemAsItIsBuilt() throws Exception {
        Files.createSymbolicLink(root.resolve("lib"), Path.of("usr/lib"));
        Files.createDirectory(root.resolve("sbin"));
        assertThat(argv(plan(Set.of(), List.of())))
                .containsSequence("--symlink", "usr/lib", "/lib")
                .containsSequence("--ro-bind", root.resolve("sbin").toString(), "/sbin")
                .doesNotContain("/lib32");
    }

    @Test
    void onlyASandboxThatStaysHasTerminals() {
        assertThat(argv(plan(Set.of(), List.of(), false)))
                .containsSubsequence(
                        "--dev", "/dev", "--ro-bind", folder.nothing().toString(), "/dev/pts");
        assertThat(argv(plan(Set.of(), List.of(), true))).doesNotContain("/dev/pts");
    }

    @Test
    void mountsAreReadOnlyUnlessTheySayOtherwise() {
        assertThat(argv(plan(
                        Set.of(Path.of("/opt/node")),
                        List.of(new HostMount(Path.of("/a"), "/b", false), new HostMount(Path.of("/c"), "/d", true)))))
                .containsSequence("--ro-bind", "/opt/node", "/opt/node")
                .containsSequence("--ro-bind", "/a", "/b")
                .containsSequence("--bind", "/c", "/d");
    }

    @Test
    void everythingWritableIsOnTheStage() {
        List<String> argv = argv(plan(Set.of(), List.of()));
        String stage = folder.stage().toString();
        for (int i = 0; i < argv.size(); i++) {
            if (argv.get(i).equals("--bind")) {
                assertThat(argv.get(i + 1)).startsWith(stage + "/");
            }
        }
        assertThat(argv).doesNotContain("--tmpfs").containsSequence("--bind", stage + "/shm", "/dev/shm");
    }
}
