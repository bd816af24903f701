package io.camelsandbox.engine.local.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A group that was given to this JVM's user as a whole, as a service with {@code Delegate=yes} has it. The kernel allows
 * controllers below a group only when no process is in the group itself: so all of them move one level down.
 */
final class DelegatedGroup {

    private static final String LEAF = "camel-sandbox-host";

    private DelegatedGroup() {}

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
            for (long pid : processes) {
                Files.writeString(leaf.resolve("cgroup.procs"), Long.toString(pid));
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
