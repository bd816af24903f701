package io.camelsandbox.engine.local.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;

/**
 * A group that was given to this JVM's user as a whole, as a service with {@code Delegate=yes} has it. The kernel allows
 * controllers below a group only when no process is in the group itself: so all of them move one level down.
 */
final class DelegatedGroup {

    private static final String LEAF = "camel-sandbox-host";
    private static final String MARK = "delegate";
    /** Processes that are moved may start others meanwhile. */
    private static final int PASSES = 10;

    private DelegatedGroup() {}

    /** True where systemd has marked {@code group} as given to whoever is in it; it does so from version 251 on. */
    static boolean isMarked(Path group) {
        try {
            return Files.getFileAttributeView(group, UserDefinedFileAttributeView.class)
                    .list()
                    .contains(MARK);
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /**
     * True where a process is in {@code group} itself. The kernel would still turn on controllers that can do with
     * threads, and then take no process into any group below. The root of all groups is no such place.
     */
    static boolean isInhabited(Path group) {
        return Files.exists(group.resolve("cgroup.type"))
                && !GroupFiles.words(group.resolve("cgroup.procs")).isEmpty();
    }

    /** Moves the processes of {@code group} into a group below it; false when it was not given to this user. */
    static boolean makeRoomIn(Path group) {
        try {
            boolean ours = Files.isWritable(group)
                    && Files.exists(group.resolve("cgroup.type"))
                    && !GroupFiles.words(group.resolve("cgroup.controllers")).isEmpty()
                    && Files.getOwner(group).equals(Files.getOwner(Path.of("/proc/self")));
            if (!ours) {
                return false;
            }
            Path leaf = group.resolve(LEAF);
            if (!Files.isDirectory(leaf)) {
                Files.createDirectory(leaf);
            }
            List<Long> processes = GroupFiles.processes(group);
            for (int pass = 0; pass < PASSES && !processes.isEmpty(); pass++) {
                processes.forEach(pid -> move(pid, leaf));
                processes = GroupFiles.processes(group);
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void move(long pid, Path leaf) {
        try {
            Files.writeString(leaf.resolve("cgroup.procs"), Long.toString(pid));
        } catch (IOException e) {
            // one that has just ended; what cannot be moved shows when the controllers are turned on
        }
    }
}
