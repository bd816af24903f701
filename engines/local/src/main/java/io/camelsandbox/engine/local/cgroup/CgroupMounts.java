package io.camelsandbox.engine.local.cgroup;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where this machine's group hierarchies are, and where in them this JVM is. */
final class CgroupMounts {

    private record Mounted(String root, Path point, List<String> options) {}

    private static final int ROOT_FIELD = 3;
    private static final int POINT_FIELD = 4;

    private final List<Mounted> v1 = new ArrayList<>();
    private final List<Mounted> v2 = new ArrayList<>();
    private final Map<String, String> ownPaths = new HashMap<>();

    /**
     * Reads the kernel's two files.
     *
     * @param mountInfo content of {@code /proc/self/mountinfo}
     * @param cgroup    content of {@code /proc/self/cgroup}
     */
    CgroupMounts(String mountInfo, String cgroup) {
        for (String line : mountInfo.lines().toList()) {
            String[] halves = line.split(" - ", 2);
            String[] left = halves[0].split(" ");
            String[] right = halves.length < 2 ? new String[0] : halves[1].split(" ");
            if (right.length < 3 || left.length <= POINT_FIELD) {
                continue;
            }
            var mounted = new Mounted(left[ROOT_FIELD], Path.of(left[POINT_FIELD]), Arrays.asList(right[2].split(",")));
            if (right[0].equals("cgroup")) {
                v1.add(mounted);
            } else if (right[0].equals("cgroup2")) {
                v2.add(mounted);
            }
        }
        for (String line : cgroup.lines().toList()) {
            String[] fields = line.split(":", 3);
            if (fields.length == 3) {
                Arrays.stream(fields[1].split(",")).forEach(name -> ownPaths.put(name, fields[2]));
            }
        }
    }

    /** This JVM's own group for a controller of version 1. */
    Optional<Path> ownV1(Controller controller) {
        return v1.stream()
                .filter(mounted -> mounted.options.contains(controller.id()))
                .findFirst()
                .map(mounted -> own(mounted, ownPaths.getOrDefault(controller.id(), "/")));
    }

    /** This JVM's own group of version 2, and the groups above it, nearest first. */
    List<Path> ownAndAboveV2() {
        var found = new ArrayList<Path>();
        v2.stream().findFirst().ifPresent(mounted -> {
            Path folder = own(mounted, ownPaths.getOrDefault("", "/"));
            while (folder != null && folder.startsWith(mounted.point)) {
                found.add(folder);
                folder = folder.getParent();
            }
        });
        return found;
    }

    /** In a container the path that the kernel tells may be one that is not visible: then the mount is all there is. */
    private static Path own(Mounted mounted, String path) {
        String prefix = mounted.root.equals("/") ? "" : mounted.root;
        if (path.startsWith(prefix)) {
            Path folder = mounted.point
                    .resolve(path.substring(prefix.length()).replaceAll("^/+", ""))
                    .normalize();
            if (folder.startsWith(mounted.point) && Files.isDirectory(folder)) {
                return folder;
            }
        }
        return mounted.point;
    }
}
