package io.camelsandbox.engine.local.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The groups of one sandbox, one folder per hierarchy. Used for one sandbox at a time. */
public final class Group {

    private record Place(Path folder, Version version, NumberFile peak) {
        Place(Path folder, Version version) {
            this(folder, version, new NumberFile(folder.resolve(version.peakFile())));
        }
    }

    private final String name;
    private final GroupLimits limits;
    private final Map<Controller, Place> places = new EnumMap<>(Controller.class);
    private final Set<Path> folders = new LinkedHashSet<>();
    private long oomKillsBefore;
    private long pidsRefusedBefore;
    private long peakBefore;
    private volatile Share share = Share.FULL;

    private Group(String name, GroupLimits limits) {
        this.name = name;
        this.limits = limits;
    }

    /** Makes the folders {@code name} in every hierarchy of the layout, and sets the limits. */
    static Group create(CgroupLayout layout, String name, GroupLimits limits) throws IOException {
        var group = new Group(name, limits);
        try {
            for (Controller controller : Controller.values()) {
                var slot = layout.slot(controller);
                if (slot.isPresent()) {
                    Path folder = slot.get().parent().resolve(name);
                    group.makeFolder(folder);
                    slot.get().version().limit(folder, controller, limits);
                    group.places.put(controller, new Place(folder, slot.get().version()));
                }
            }
            if (layout.killParent().isPresent()) {
                group.makeFolder(layout.killParent().get().resolve(name));
            }
            return group;
        } catch (IOException e) {
            group.remove(0, TimeUnit.SECONDS);
            throw e;
        }
    }

    /** The folders of a group that is there; those that are not are left out. */
    static Group existing(CgroupLayout layout, String name, GroupLimits limits) {
        var group = new Group(name, limits);
        for (Controller controller : Controller.values()) {
            layout.slot(controller)
                    .filter(slot -> Files.isDirectory(slot.parent().resolve(name)))
                    .ifPresent(slot -> {
                        Path folder = slot.parent().resolve(name);
                        group.folders.add(folder);
                        group.places.put(controller, new Place(folder, slot.version()));
                    });
        }
        layout.killParent()
                .map(parent -> parent.resolve(name))
                .filter(Files::isDirectory)
                .ifPresent(group.folders::add);
        return group;
    }

    /** Its folder, from the parent of all groups of an engine. */
    public String name() {
        return name;
    }

    private void makeFolder(Path folder) throws IOException {
        if (folders.add(folder)) {
            Files.createDirectory(folder);
        }
    }

    GroupLimits limits() {
        return limits;
    }

    /** The files a process writes its pid to in order to join. */
    public List<String> joinFiles() {
        var files = new ArrayList<String>();
        folders.forEach(folder -> files.add(folder.resolve("cgroup.procs").toString()));
        return files;
    }

    /** Remembers the counters as they are: what they say from now on is of what comes. */
    public void begin() {
        takeFullShare();
        oomKillsBefore = oomKills();
        pidsRefusedBefore = pidsRefused();
        Place memory = places.get(Controller.MEMORY);
        if (memory != null) {
            memory.version.resetPeak(memory.folder);
            peakBefore = memory.peak.read().orElse(0);
        }
    }

    /** Leaves processors to others that want them, until {@link #takeFullShare()}. */
    public void giveWay() {
        share(Share.SMALL);
    }

    /** Gets as much of the processors as anybody. */
    public void takeFullShare() {
        share(Share.FULL);
    }

    private void share(Share wanted) {
        Place cpu = places.get(Controller.CPU);
        if (cpu == null || share == wanted) {
            return;
        }
        try {
            cpu.version.share(cpu.folder, wanted);
            share = wanted;
        } catch (IOException e) {
            // It is a courtesy: no limit depends on it.
        }
    }

    /** True when the kernel killed a process of the sandbox because the memory limit was reached. */
    public boolean ranOutOfMemory() {
        return oomKills() > oomKillsBefore;
    }

    /** True when the kernel refused the sandbox a process or thread because of the limit. */
    public boolean ranOutOfProcesses() {
        return pidsRefused() > pidsRefusedBefore;
    }

    /** The most memory the sandbox held at once, in bytes; empty where the kernel does not tell. */
    public OptionalLong peakMemory() {
        Place memory = places.get(Controller.MEMORY);
        if (memory == null) {
            return OptionalLong.empty();
        }
        OptionalLong peak = memory.peak.read();
        // A peak that cannot be reset is this sandbox's where it rose, or where the limit was reached once more.
        boolean known =
                memory.version == Version.V1 || peak.isPresent() && (peak.getAsLong() > peakBefore || ranOutOfMemory());
        return known ? peak : OptionalLong.empty();
    }

    /** True when {@link #peakMemory()} always knows. */
    public boolean tellsPeak() {
        Place memory = places.get(Controller.MEMORY);
        return memory != null && memory.version == Version.V1;
    }

    /** Kills whatever is in it. */
    public void kill() {
        folders.forEach(GroupFiles::kill);
    }

    /** True when no process is in it. */
    public boolean isEmpty() {
        return folders.stream().allMatch(folder -> GroupFiles.processes(folder).isEmpty());
    }

    /** Closes what it holds open; it may begin again. */
    void close() {
        places.values().forEach(place -> place.peak.close());
    }

    boolean remove(long patience, TimeUnit unit) {
        close();
        boolean removed = true;
        for (Path folder : folders) {
            removed &= GroupFiles.remove(folder, patience, unit);
        }
        return removed;
    }

    private long oomKills() {
        Place memory = places.get(Controller.MEMORY);
        return memory == null ? 0 : memory.version.oomKills(memory.folder);
    }

    private long pidsRefused() {
        Place pids = places.get(Controller.PIDS);
        return pids == null ? 0 : pids.version.pidsRefused(pids.folder);
    }
}
