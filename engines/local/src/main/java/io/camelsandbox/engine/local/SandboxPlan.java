package io.camelsandbox.engine.local;

import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.local.cgroup.GroupLimits;
import io.camelsandbox.engine.local.live.CellPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that makes a sandbox what it is, before any message is in it. Two equal plans make sandboxes that cannot
 * be told apart, so one that was started early may serve any execution of an equal plan.
 *
 * <p>The writable file system is memory: what a guest writes there counts towards its memory limit too, where a group
 * enforces that.
 *
 * @param image              the folder that is its root; empty for the host's own system
 * @param volumes            writable file systems of their own
 * @param interpreterFolders shown read-only at the same path
 * @param mounts             host folders shown
 * @param groupLimits        memory, processors and processes
 * @param diskBytes          size of the writable file system: the limit, and room for what the engine puts there
 * @param diskFiles          number of files on it: the limit, and room for what the engine puts there
 * @param openFiles          descriptors of one process
 * @param terminals          whether pseudo terminals can be opened: they have no limit but that of the whole machine
 */
record SandboxPlan(
        Optional<Path> image,
        List<CellPlan.Scratch> volumes,
        Set<Path> interpreterFolders,
        List<HostMount> mounts,
        GroupLimits groupLimits,
        long diskBytes,
        long diskFiles,
        int openFiles,
        boolean terminals) {

    private static final long PAGE = 4_096;
    /** The engine's own files are counted in steps, so that code and input of different size make equal plans. */
    private static final long BYTES_STEP = 1_024 * 1_024;

    private static final long FILES_STEP = 16;
    /** The root of the file system and the folders made in it. */
    private static final long OWN_FOLDERS = 8;

    SandboxPlan {
        volumes = List.copyOf(volumes);
        interpreterFolders = Set.copyOf(interpreterFolders);
        mounts = List.copyOf(mounts);
    }

    /** The plan of an execution whose mounts are resolved. */
    static SandboxPlan of(Execution execution, List<HostMount> mounts) {
        var limits = execution.limits();
        long bytes = 0;
        long files = OWN_FOLDERS;
        for (var content : List.of(execution.codeFiles(), execution.inputFiles())) {
            for (var file : content.entrySet()) {
                bytes += roundUp(file.getValue().length, PAGE);
                files += 1 + file.getKey().chars().filter(c -> c == '/').count();
            }
        }
        return new SandboxPlan(
                Optional.empty(),
                List.of(),
                execution.interpreter().folders(),
                mounts,
                new GroupLimits(limits.memory(), limits.cpu(), limits.pids()),
                limits.disk() + roundUp(bytes, BYTES_STEP),
                limits.files() + roundUp(files, FILES_STEP),
                limits.openFiles(),
                false);
    }

    /** The plan of a sandbox that stays. */
    static SandboxPlan of(CellPlan plan) {
        return new SandboxPlan(
                plan.image(),
                plan.volumes(),
                Set.of(),
                plan.files().stream()
                        .map(file -> new HostMount(file.source(), file.target(), false))
                        .toList(),
                plan.limits(),
                plan.diskBytes(),
                plan.diskFiles() + OWN_FOLDERS,
                plan.openFiles(),
                true);
    }

    private static long roundUp(long value, long step) {
        return (value + step - 1) / step * step;
    }
}
