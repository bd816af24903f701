package io.camelsandbox.engine.local;

import io.camelsandbox.Mount;
import io.camelsandbox.SandboxRefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Decides which mounts are possible, before anything is started. */
final class MountPolicy {

    /** What is the sandbox's own may not be covered, nor anything below it. */
    private static final List<String> CLOSED = List.of(
            "/proc",
            "/sys",
            "/dev",
            "/sandbox",
            "/code",
            "/etc",
            "/usr",
            "/bin",
            "/sbin",
            "/lib",
            "/lib32",
            "/lib64",
            "/libx32");

    /** These may not be covered themselves; a folder below them may be mounted. */
    private static final Set<String> KEPT = Set.of("/workspace", "/tmp", "/home", "/home/sandbox");

    private final Reach reach;

    /** For sandboxes whose user has this reach. */
    MountPolicy(Reach reach) {
        this.reach = reach;
    }

    /**
     * Checks and resolves mounts; parents come before what is mounted below them.
     *
     * @throws SandboxRefusedException naming the path that cannot be mounted, and why
     */
    List<HostMount> resolve(List<Mount> mounts, Set<Path> interpreterFolders) {
        if (mounts.isEmpty()) {
            return List.of();
        }
        var targets = new HashSet<String>();
        List<HostMount> resolved =
                mounts.stream().map(mount -> resolve(mount, interpreterFolders)).toList();
        for (HostMount mount : resolved) {
            if (!targets.add(mount.target())) {
                throw new SandboxRefusedException("two mounts have the target '" + mount.target() + "'");
            }
        }
        return resolved.stream().sorted(Comparator.comparing(HostMount::target)).toList();
    }

    private HostMount resolve(Mount mount, Set<Path> interpreterFolders) {
        String target = mount.target();
        boolean normal = Stream.of(target.substring(1).split("/", -1))
                .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
        if (!normal || target.chars().anyMatch(Character::isISOControl)) {
            throw refused(mount, "its target must be written without '.', '..', '//' and control characters");
        }
        boolean closed = CLOSED.stream().anyMatch(path -> isWithin(target, path));
        if (closed || KEPT.contains(target)) {
            throw refused(mount, "its target is the sandbox's own; choose another, such as /data");
        }
        for (Path folder : interpreterFolders) {
            if (isWithin(folder.toString(), target) || isWithin(target, folder.toString())) {
                throw refused(mount, "its target would cover the interpreter in '" + folder + "'");
            }
        }
        return new HostMount(source(mount), target, mount.writable());
    }

    private static boolean isWithin(String path, String folder) {
        return path.equals(folder) || path.startsWith(folder + "/");
    }

    private Path source(Mount mount) {
        Path source;
        try {
            source = mount.source().toRealPath();
        } catch (IOException e) {
            throw refused(mount, "there is no '" + mount.source() + "' on the host");
        }
        if (source.toString().equals("/")) {
            throw refused(mount, "the host's root cannot be mounted");
        }
        reach.whyNot(source).ifPresent(why -> {
            throw refused(mount, why);
        });
        return source;
    }

    private static SandboxRefusedException refused(Mount mount, String why) {
        return new SandboxRefusedException("mount '" + mount.source() + ":" + mount.target() + "' is refused: " + why);
    }
}
