package io.camelsandbox.engine.local.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All groups of an engine. Making and removing one costs more than a short run, so they are used again: an idle group
 * serves the next sandbox of equal limits.
 */
public final class Groups implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Groups.class);
    private static final int MOST_IDLE = 256;
    private static final GroupLimits TRIAL = new GroupLimits(64L << 20, 1.0, 16);

    private final CgroupLayout layout;
    private final String name;
    private final Map<Controller, String> findings = new EnumMap<>(Controller.class);
    /** Those limits come last that a sandbox left last. */
    private final Map<GroupLimits, ArrayDeque<Group>> idle = new LinkedHashMap<>();

    private final List<Group> leaving = new ArrayList<>();
    private final AtomicLong counter = new AtomicLong();
    private int idleCount;

    private Groups(CgroupLayout layout, String name) {
        this.layout = layout;
        this.name = name;
    }

    /**
     * Looks at this machine and tries what it offers.
     *
     * @param choice which versions may be used
     * @param name   a folder of this name holds all groups, in each hierarchy
     */
    public static Groups open(GroupChoice choice, String name) {
        return open(choice, name, read("/proc/self/mountinfo"), read("/proc/self/cgroup"));
    }

    static Groups open(GroupChoice choice, String name, String mountInfo, String cgroup) {
        var groups = new Groups(new CgroupLayout(new CgroupMounts(mountInfo, cgroup), choice), name);
        groups.tryOut(choice);
        return groups;
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            return "";
        }
    }

    /** True when a controller's limits are enforced. */
    public boolean enforces(Controller controller) {
        return layout.slot(controller).isPresent();
    }

    /** What was found about a controller, in words. */
    public String finding(Controller controller) {
        return findings.get(controller);
    }

    /**
     * Gives a group with these limits.
     *
     * @return empty when this machine has no groups
     * @throws IOException when one cannot be made
     */
    public Optional<Group> acquire(GroupLimits limits) throws IOException {
        if (parents().isEmpty()) {
            return Optional.empty();
        }
        Group group = takeIdle(limits);
        if (group == null) {
            group = Group.create(layout, name + "/" + counter.incrementAndGet(), limits);
        }
        group.begin();
        return Optional.of(group);
    }

    /** The group of this name that another engine made; what of it is not there has no counters. */
    public Group adopt(String name, GroupLimits limits) {
        Group group = Group.existing(layout, name, limits);
        group.begin();
        return group;
    }

    /** Removes a group that was adopted and whose sandbox is gone. */
    public synchronized void remove(Group group) {
        if (!group.remove(1, TimeUnit.SECONDS)) {
            leave(group);
        }
    }

    private synchronized Group takeIdle(GroupLimits limits) {
        ArrayDeque<Group> pool = idle.get(limits);
        Group group = pool == null ? null : pool.poll();
        if (group != null) {
            idleCount--;
            if (pool.isEmpty()) {
                idle.remove(limits);
            }
        }
        return group;
    }

    /** Takes back a group whose sandbox is gone. */
    public synchronized void release(Group group) {
        group.close();
        leaving.removeIf(old -> old.remove(0, TimeUnit.SECONDS));
        if (!group.isEmpty()) {
            leave(group);
            return;
        }
        if (idleCount >= MOST_IDLE) {
            leave(takeLeastUsed());
        }
        ArrayDeque<Group> pool = idle.remove(group.limits());
        pool = pool == null ? new ArrayDeque<>() : pool;
        pool.push(group);
        idle.put(group.limits(), pool);
        idleCount++;
    }

    private void leave(Group group) {
        group.kill();
        leaving.add(group);
    }

    /** Messages can make limits: whoever makes many of them must not keep others from having their groups again. */
    private Group takeLeastUsed() {
        Map.Entry<GroupLimits, ArrayDeque<Group>> oldest =
                idle.entrySet().iterator().next();
        Group group = oldest.getValue().removeLast();
        if (oldest.getValue().isEmpty()) {
            idle.remove(oldest.getKey());
        }
        idleCount--;
        return group;
    }

    /** Kills and removes the groups below the same parents whose folder's name is {@code abandoned}. */
    public void sweep(Predicate<String> abandoned) {
        for (Path parent : parents()) {
            for (Path folder : GroupFiles.children(parent)) {
                if (abandoned.test(folder.getFileName().toString())) {
                    LOG.info("Removing the group {}, left by a JVM that is gone", folder);
                    GroupFiles.children(folder).forEach(GroupFiles::kill);
                    removeOrSay(folder);
                }
            }
        }
    }

    /** Removes all groups; what should still be in them is killed. */
    @Override
    public synchronized void close() {
        for (Path parent : parents()) {
            Path folder = parent.resolve(name);
            GroupFiles.children(folder).forEach(GroupFiles::kill);
            removeOrSay(folder);
        }
        idle.clear();
        leaving.clear();
        idleCount = 0;
    }

    private static void removeOrSay(Path folder) {
        if (Files.exists(folder) && !GroupFiles.remove(folder, 2, TimeUnit.SECONDS)) {
            LOG.warn("The group {} could not be removed", folder);
        }
    }

    private Set<Path> parents() {
        var parents = new LinkedHashSet<Path>();
        for (Controller controller : Controller.values()) {
            layout.slot(controller).ifPresent(slot -> parents.add(slot.parent()));
        }
        layout.killParent().ifPresent(parents::add);
        return parents;
    }

    /** A folder that can be made and a limit that can be set: only that is proof. */
    private void tryOut(GroupChoice choice) {
        for (Controller controller : Controller.values()) {
            Optional<Slot> slot = layout.slot(controller);
            if (slot.isEmpty()) {
                findings.put(controller, missing(choice));
                continue;
            }
            try {
                makeHome(slot.get(), controller);
                findings.put(controller, "cgroup " + slot.get().version().name().toLowerCase(Locale.ROOT));
            } catch (IOException e) {
                LOG.debug("Groups for {} do not work", controller.id(), e);
                findings.put(controller, "cgroup " + slot.get().parent() + " does not work: " + e.getMessage());
                layout.drop(controller);
            }
        }
        layout.killParent().ifPresent(parent -> {
            try {
                createFolder(parent.resolve(name));
            } catch (IOException e) {
                layout.dropKillParent();
            }
        });
    }

    private static String missing(GroupChoice choice) {
        return choice == GroupChoice.NONE ? "groups are switched off" : "no cgroup that this user may write to";
    }

    private void makeHome(Slot slot, Controller controller) throws IOException {
        Path home = slot.parent().resolve(name);
        createFolder(home);
        if (slot.version() == Version.V2) {
            Files.writeString(home.resolve("cgroup.subtree_control"), "+" + controller.id());
        } else {
            // Old kernels count what is in a group below only when asked to.
            Path hierarchy = home.resolve("memory.use_hierarchy");
            if (controller == Controller.MEMORY
                    && Files.exists(hierarchy)
                    && !GroupFiles.words(hierarchy).contains("1")) {
                Files.writeString(hierarchy, "1");
            }
        }
        Path trial = home.resolve("trial-" + controller.id());
        createFolder(trial);
        try {
            slot.version().limit(trial, controller, TRIAL);
        } finally {
            GroupFiles.remove(trial, 1, TimeUnit.SECONDS);
        }
    }

    private static void createFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectory(folder);
        }
    }
}
