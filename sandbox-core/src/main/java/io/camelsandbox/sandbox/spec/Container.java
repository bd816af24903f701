package io.camelsandbox.sandbox.spec;

import io.camelsandbox.SandboxRefusedException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * One of several containers of a sandbox.
 *
 * @param name          1 to 63 lower-case letters, digits and hyphens; may be empty where it is the only one
 * @param image         its root file system
 * @param command       what it starts; empty is the image's own
 * @param args          arguments of that
 * @param env           its environment
 * @param resources     what it gets
 * @param mountedFiles  files it has from the start
 * @param volumeMounts  volumes it sees
 * @param secrets       secrets in its environment
 * @param workingDir    absolute, not {@code /}
 * @param pullCredentials of its image
 * @param primary       the one that the sandbox lives by
 */
public record Container(
        Optional<String> name,
        String image,
        Optional<String> command,
        List<String> args,
        Map<String, String> env,
        Optional<ResourceOptions> resources,
        List<MountedFile> mountedFiles,
        List<VolumeMount> volumeMounts,
        List<Secret> secrets,
        Optional<String> workingDir,
        Optional<ImagePullCredentials> pullCredentials,
        boolean primary) {

    private static final Set<String> RESERVED =
            Set.of("cw-object-store-agent", "cw-object-store-agent-restore", "dns-egress", "dns-egress-probe");

    public Container {
        Objects.requireNonNull(command);
        args = List.copyOf(args);
        env = Map.copyOf(env);
        mountedFiles = List.copyOf(mountedFiles);
        volumeMounts = List.copyOf(volumeMounts);
        secrets = List.copyOf(secrets);
        name.ifPresent(Container::requireName);
        workingDir.ifPresent(path -> GuestPaths.requireMountPoint("working_dir", path));
        if (image == null || image.isEmpty()) {
            throw new SandboxRefusedException("a container needs an image");
        }
    }

    /** Names no values. */
    @Override
    public String toString() {
        return "Container[" + name.orElse("") + ", " + image + "]";
    }

    /** Checks what holds among the containers of one sandbox. */
    static void requireConsistent(List<Container> containers) {
        if (containers.size() == 1) {
            return;
        }
        var names = new HashSet<String>();
        for (Container container : containers) {
            if (container.name.isEmpty() || !names.add(container.name.get())) {
                throw new SandboxRefusedException("several containers need names, each another");
            }
            if (container.resources.isEmpty()) {
                throw new SandboxRefusedException("container " + container.name.get() + " needs resources");
            }
            if (!container.primary && container.resources.get().gpu().isPresent()) {
                throw new SandboxRefusedException("only the primary container can have a gpu");
            }
        }
        if (containers.stream().filter(Container::primary).count() != 1) {
            throw new SandboxRefusedException("exactly one of several containers is primary");
        }
    }

    private static void requireName(String name) {
        DnsLabel.require("the name of a container", name);
        if (RESERVED.contains(name) || name.startsWith("cw-object-store-agent-restore-")) {
            throw new SandboxRefusedException("the name of a container cannot be '" + name + "': it is reserved");
        }
    }
}
