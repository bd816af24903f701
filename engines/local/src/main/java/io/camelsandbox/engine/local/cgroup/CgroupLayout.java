package io.camelsandbox.engine.local.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides where groups are made for each controller; finds the best places there are, of either version. */
final class CgroupLayout {

    private final Map<Controller, Slot> slots = new EnumMap<>(Controller.class);
    private Path killParent;

    /**
     * Looks at a machine.
     *
     * @param choice which versions may be used
     */
    CgroupLayout(CgroupMounts mounts, GroupChoice choice) {
        if (choice.allows(Version.V2)) {
            lookAtV2(mounts.ownAndAboveV2());
        }
        if (choice.allows(Version.V1)) {
            for (Controller controller : Controller.values()) {
                if (!slots.containsKey(controller)) {
                    mounts.ownV1(controller)
                            .filter(Files::isWritable)
                            .ifPresent(parent -> slots.put(controller, new Slot(parent, Version.V1)));
                }
            }
        }
    }

    /** Where groups for a controller are made; empty when they cannot be. */
    Optional<Slot> slot(Controller controller) {
        return Optional.ofNullable(slots.get(controller));
    }

    /** Gives up a controller that turned out not to work. */
    void drop(Controller controller) {
        slots.remove(controller);
    }

    /** Where groups are made only to kill what is in them, on machines whose controllers are all of version 1. */
    Optional<Path> killParent() {
        return Optional.ofNullable(killParent);
    }

    /** Gives up killing by group. */
    void dropKillParent() {
        killParent = null;
    }

    private void lookAtV2(List<Path> ownAndAbove) {
        Path emptied = null;
        if (!ownAndAbove.isEmpty()
                && DelegatedGroup.isMarked(ownAndAbove.get(0))
                && DelegatedGroup.makeRoomIn(ownAndAbove.get(0))) {
            // Then sandboxes stay within the limits of the service, and end with it, also where root could leave it.
            emptied = ownAndAbove.get(0);
        }
        Path best = null;
        int bestCount = 0;
        for (Path folder : ownAndAbove) {
            if (!Files.isWritable(folder) || !Files.isWritable(folder.resolve("cgroup.procs"))) {
                continue;
            }
            if (killParent == null) {
                killParent = folder;
            }
            if (!folder.equals(emptied) && DelegatedGroup.isInhabited(folder)) {
                continue;
            }
            int count = enable(folder);
            if (count > bestCount) {
                best = folder;
                bestCount = count;
            }
        }
        if (best == null && !ownAndAbove.isEmpty() && DelegatedGroup.makeRoomIn(ownAndAbove.get(0))) {
            best = ownAndAbove.get(0);
            enable(best);
        }
        if (best != null) {
            List<String> enabled = GroupFiles.words(best.resolve("cgroup.subtree_control"));
            for (Controller controller : Controller.values()) {
                if (enabled.contains(controller.id())) {
                    slots.put(controller, new Slot(best, Version.V2));
                }
            }
            killParent = null;
        }
    }

    /** Turns on for the groups below {@code folder} what can be; returns how many controllers they then have. */
    private static int enable(Path folder) {
        List<String> offered = GroupFiles.words(folder.resolve("cgroup.controllers"));
        List<String> enabled = GroupFiles.words(folder.resolve("cgroup.subtree_control"));
        int count = 0;
        for (Controller controller : Controller.values()) {
            if (enabled.contains(controller.id())) {
                count++;
            } else if (offered.contains(controller.id())) {
                try {
                    Files.writeString(folder.resolve("cgroup.subtree_control"), "+" + controller.id());
                    count++;
                } catch (IOException e) {
                    // the kernel allows it only where no process is in the folder itself
                }
            }
        }
        return count;
    }
}
