package io.camelsandbox.engine.local.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against folders that look like the kernel's. What the kernel itself makes of them is tried by the engine's tests. */
class GroupsTest {

    private static final GroupLimits LIMITS = new GroupLimits(100 << 20, 0.5, 30);
    private static final String NAME = "camel-sandbox-test";

    @TempDir
    private Path root;

    private Path folder(String path, String... files) throws IOException {
        Path made = Files.createDirectories(root.resolve(path));
        for (String file : files) {
            Files.writeString(made.resolve(file), "");
        }
        return made;
    }

    private String mount(String type, String mounted, String options, String from) {
        return "30 20 0:1 " + from + " " + root.resolve(mounted) + " rw,relatime - " + type + " x rw," + options + "\n";
    }

    private static String content(String joinFile, String file) throws IOException {
        return Files.readString(Path.of(joinFile).resolveSibling(file));
    }

    @Test
    void usesVersion1ControllersEachInItsHierarchy() throws Exception {
        folder("memory/app", "memory.use_hierarchy");
        folder("pids/app");
        folder("cpu,cpuacct/app");
        String mounts = mount("cgroup", "memory", "memory", "/")
                + mount("cgroup", "pids", "pids", "/")
                + mount("cgroup", "cpu,cpuacct", "cpu,cpuacct", "/");
        Groups groups = Groups.open(GroupChoice.AUTO, NAME, mounts, "3:memory:/app\n2:pids:/app\n1:cpu,cpuacct:/app\n");
        assertThat(Controller.values()).allMatch(groups::enforces);
        assertThat(groups.finding(Controller.MEMORY)).isEqualTo("cgroup v1");
        List<String> joins = groups.acquire(LIMITS).orElseThrow().joinFiles();
        assertThat(joins).hasSize(3).allMatch(file -> file.endsWith("/app/" + NAME + "/1/cgroup.procs"));
        assertThat(content(joins.get(0), "memory.limit_in_bytes")).isEqualTo("104857600");
        assertThat(content(joins.get(1), "pids.max")).isEqualTo("32");
        assertThat(content(joins.get(2), "cpu.cfs_quota_us")).isEqualTo("50000");
    }

    @Test
    void whatIsOnlyMadeReadyLeavesProcessorsToOthers() throws Exception {
        folder("cpu,cpuacct/app");
        Groups groups = Groups.open(
                GroupChoice.AUTO, NAME, mount("cgroup", "cpu,cpuacct", "cpu,cpuacct", "/"), "1:cpu,cpuacct:/app\n");
        Group group = groups.acquire(LIMITS).orElseThrow();
        String joinFile = group.joinFiles().get(0);
        group.giveWay();
        assertThat(content(joinFile, "cpu.shares")).isEqualTo("64");
        group.takeFullShare();
        assertThat(content(joinFile, "cpu.shares")).isEqualTo("1024");
        group.giveWay();
        groups.release(group);
        assertThat(content(groups.acquire(LIMITS).orElseThrow().joinFiles().get(0), "cpu.shares"))
                .isEqualTo("1024");
    }

    @Test
    void usesVersion2InTheNearestGroupThatHasControllersToGive() throws Exception {
        folder("unified", "cgroup.procs", "cgroup.subtree_control");
        Path slice = folder("unified/user.slice", "cgroup.procs");
        Files.writeString(slice.resolve("cgroup.controllers"), "cpu memory pids");
        Files.writeString(slice.resolve("cgroup.subtree_control"), "cpu memory pids");
        folder("unified/user.slice/app.scope", "cgroup.procs", "cgroup.controllers", "cgroup.subtree_control");
        Groups groups = Groups.open(
                GroupChoice.AUTO, NAME, mount("cgroup2", "unified", "nsdelegate", "/"), "0::/user.slice/app.scope\n");
        assertThat(Controller.values()).allMatch(groups::enforces);
        Group group = groups.acquire(LIMITS).orElseThrow();
        assertThat(group.joinFiles())
                .containsExactly(slice.resolve(NAME + "/1/cgroup.procs").toString());
        assertThat(content(group.joinFiles().get(0), "memory.max")).isEqualTo("104857600");
        assertThat(content(group.joinFiles().get(0), "cpu.max")).isEqualTo("50000 100000");
        assertThat(content(group.joinFiles().get(0), "pids.max")).isEqualTo("32");
    }

    @Test
    void aGroupThatWasGivenToTheJvmComesBeforeThoseAboveThatItCouldUseToo() throws Exception {
        folder("unified", "cgroup.procs");
        Path slice = folder("unified/system.slice", "cgroup.procs");
        Path service = folder("unified/system.slice/app.service", "cgroup.type");
        for (Path group : List.of(slice, service)) {
            Files.writeString(group.resolve("cgroup.controllers"), "cpu memory pids");
            Files.writeString(group.resolve("cgroup.subtree_control"), "cpu memory pids");
        }
        Files.writeString(service.resolve("cgroup.procs"), "4711\n");
        assumeThat(Files.getFileStore(root).supportsFileAttributeView("user")).isTrue();
        Files.setAttribute(service, "user:delegate", ByteBuffer.wrap("1".getBytes(StandardCharsets.US_ASCII)));
        Groups groups = Groups.open(
                GroupChoice.AUTO, NAME, mount("cgroup2", "unified", "x", "/"), "0::/system.slice/app.service\n");
        assertThat(groups.acquire(LIMITS).orElseThrow().joinFiles())
                .containsExactly(service.resolve(NAME + "/1/cgroup.procs").toString());
        assertThat(service.resolve("camel-sandbox-host/cgroup.procs")).hasContent("4711");
    }

    @Test
    void aGroupThatHoldsTheJvmGetsNoControllersBeforeTheJvmHasMovedDown() throws Exception {
        Path own = folder("unified", "cgroup.type", "cgroup.subtree_control");
        Files.writeString(own.resolve("cgroup.procs"), "4711\n");
        Files.writeString(own.resolve("cgroup.controllers"), "cpu memory pids");
        Groups.open(GroupChoice.AUTO, NAME, mount("cgroup2", "unified", "nsdelegate", "/"), "0::/\n");
        assertThat(own.resolve("camel-sandbox-host/cgroup.procs")).hasContent("4711");
    }

    @Test
    void aGroupOfOthersThatHoldsProcessesIsNotChanged() throws Exception {
        Path slice = folder("unified/user.slice", "cgroup.type", "cgroup.procs");
        Path scope = folder("unified/user.slice/session.scope", "cgroup.type", "cgroup.subtree_control");
        for (Path group : List.of(slice, scope)) {
            Files.writeString(group.resolve("cgroup.controllers"), "cpu memory pids");
        }
        Files.writeString(slice.resolve("cgroup.subtree_control"), "cpu memory pids");
        Files.writeString(scope.resolve("cgroup.procs"), "4711\n");
        Groups groups = Groups.open(
                GroupChoice.AUTO, NAME, mount("cgroup2", "unified", "x", "/"), "0::/user.slice/session.scope\n");
        assertThat(groups.acquire(LIMITS).orElseThrow().joinFiles().get(0)).startsWith(slice.resolve(NAME) + "/");
        assertThat(scope.resolve("cgroup.subtree_control")).isEmptyFile();
    }

    @Test
    void aPeakThatCannotBeResetIsToldAgainWhereTheLimitWasReachedAgain() throws Exception {
        Path own = folder("unified", "cgroup.procs");
        Files.writeString(own.resolve("cgroup.controllers"), "memory");
        Files.writeString(own.resolve("cgroup.subtree_control"), "memory");
        Groups groups = Groups.open(GroupChoice.AUTO, NAME, mount("cgroup2", "unified", "x", "/"), "0::/\n");
        Group group = groups.acquire(LIMITS).orElseThrow();
        Path memory = Path.of(group.joinFiles().get(0)).getParent();
        Files.writeString(memory.resolve("memory.events"), "oom_kill 1\noom_group_kill 1\n");
        Files.writeString(memory.resolve("memory.peak"), "104857600\n");
        groups.release(group);
        Group again = groups.acquire(LIMITS).orElseThrow();
        assertThat(again).isSameAs(group);
        assertThat(again.peakMemory()).isEmpty();
        Files.writeString(memory.resolve("memory.events"), "oom_kill 2\noom_group_kill 2\n");
        assertThat(again.peakMemory()).hasValue(104_857_600);
    }

    @Test
    void joinsABareVersion2GroupBesidesVersion1() throws Exception {
        folder("memory");
        folder("unified", "cgroup.procs", "cgroup.controllers", "cgroup.subtree_control");
        Groups groups = Groups.open(
                GroupChoice.AUTO,
                NAME,
                mount("cgroup", "memory", "memory", "/") + mount("cgroup2", "unified", "x", "/"),
                "1:memory:/\n0::/\n");
        assertThat(groups.enforces(Controller.MEMORY)).isTrue();
        assertThat(groups.enforces(Controller.PIDS)).isFalse();
        assertThat(groups.acquire(LIMITS).orElseThrow().joinFiles()).hasSize(2);
    }

    @Test
    void doesAsTheOperatorSays() throws Exception {
        folder("memory");
        String mounts = mount("cgroup", "memory", "memory", "/");
        assertThat(Groups.open(GroupChoice.NONE, NAME, mounts, "1:memory:/\n").acquire(LIMITS))
                .isEmpty();
        assertThat(Groups.open(GroupChoice.V2, NAME, mounts, "1:memory:/\n").enforces(Controller.MEMORY))
                .isFalse();
        assertThat(Groups.open(GroupChoice.V1, NAME, mounts, "1:memory:/\n").enforces(Controller.MEMORY))
                .isTrue();
    }

    @Test
    void aMachineWithoutGroupsSaysSo() throws Exception {
        Groups groups = Groups.open(GroupChoice.AUTO, NAME, "", "");
        assertThat(groups.acquire(LIMITS)).isEmpty();
        assertThat(groups.finding(Controller.CPU)).contains("no cgroup");
    }

    @Test
    void inAContainerTheMountsRootIsTakenOffTheOwnPath() throws Exception {
        folder("memory/sub");
        Groups groups = Groups.open(
                GroupChoice.AUTO,
                NAME,
                mount("cgroup", "memory", "memory", "/docker/abc"),
                "1:memory:/docker/abc/sub\n");
        assertThat(groups.acquire(LIMITS).orElseThrow().joinFiles().get(0))
                .startsWith(root.resolve("memory/sub").toString());
    }

    @Test
    void aGroupIsUsedAgainForEqualLimitsOnly() throws Exception {
        folder("pids");
        Groups groups = Groups.open(GroupChoice.AUTO, NAME, mount("cgroup", "pids", "pids", "/"), "1:pids:/\n");
        Group first = groups.acquire(LIMITS).orElseThrow();
        groups.release(first);
        assertThat(groups.acquire(new GroupLimits(1 << 20, 1, 1)).orElseThrow()).isNotSameAs(first);
        assertThat(groups.acquire(LIMITS).orElseThrow()).isSameAs(first);
    }

    @Test
    void manyKindsOfLimitsDoNotKeepOthersFromHavingTheirGroupsAgain() throws Exception {
        folder("pids");
        Groups groups = Groups.open(GroupChoice.AUTO, NAME, mount("cgroup", "pids", "pids", "/"), "1:pids:/\n");
        for (int i = 0; i < 300; i++) {
            groups.release(
                    groups.acquire(new GroupLimits(1 << 20, 1, 1_000 + i)).orElseThrow());
        }
        Group group = groups.acquire(LIMITS).orElseThrow();
        groups.release(group);

        assertThat(groups.acquire(LIMITS).orElseThrow()).isSameAs(group);
    }

    @Test
    void countersTellWhatHappenedToThisSandboxAlone() throws Exception {
        folder("memory");
        folder("pids");
        Groups groups = Groups.open(
                GroupChoice.AUTO,
                NAME,
                mount("cgroup", "memory", "memory", "/") + mount("cgroup", "pids", "pids", "/"),
                "1:memory:/\n2:pids:/\n");
        Group group = groups.acquire(LIMITS).orElseThrow();
        Path memory = Path.of(group.joinFiles().get(0)).getParent();
        Path pids = Path.of(group.joinFiles().get(1)).getParent();
        Files.writeString(memory.resolve("memory.oom_control"), "under_oom 0\noom_kill 2\n");
        Files.writeString(memory.resolve("memory.max_usage_in_bytes"), "4096\n");
        Files.writeString(pids.resolve("pids.events"), "max 5\n");
        assertThat(group.ranOutOfMemory()).isTrue();
        assertThat(group.ranOutOfProcesses()).isTrue();
        assertThat(group.peakMemory()).hasValue(4096);
        groups.release(group);
        Group again = groups.acquire(LIMITS).orElseThrow();
        assertThat(again).isSameAs(group);
        assertThat(again.ranOutOfMemory()).isFalse();
        assertThat(again.ranOutOfProcesses()).isFalse();
    }

    @Test
    void aChoiceThatIsNoneIsAnError() {
        assertThatThrownBy(() -> GroupChoice.of("v3")).hasMessageContaining("auto, v2, v1 or none");
    }
}
