package io.camelsandbox.engine.local;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What an operator can do when the machine does not allow sandboxes. */
final class Remedies {

    static final String INSTALL_BUBBLEWRAP =
            "install bubblewrap 0.8.0 or later, on Debian and Ubuntu with:" + " apt-get install bubblewrap";

    static final String SYSCTL_CLONE = "allow user namespaces: sysctl -w kernel.unprivileged_userns_clone=1";

    static final String SYSCTL_MAX = "allow user namespaces: sysctl -w user.max_user_namespaces=15000";

    static final String APPARMOR = "AppArmor forbids user namespaces to programs without a profile"
            + " (kernel.apparmor_restrict_unprivileged_userns=1): write to /etc/apparmor.d/bwrap the lines"
            + " 'abi <abi/4.0>,', 'include <tunables/global>',"
            + " 'profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }'"
            + " and load it with: apparmor_parser -r /etc/apparmor.d/bwrap";

    static final String APPARMOR_PROFILE = "AppArmor has a profile for bubblewrap on this machine that forbids it"
            + " namespaces or mounts; the kernel's log names them (dmesg | grep DENIED): allow them in the profile, or unload"
            + " it with: aa-disable /usr/bin/bwrap";

    static final String CONTAINER = "a container's defaults forbid nested namespaces: start it with"
            + " --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined"
            + " (podman: --security-opt unmask=ALL), or run on the host";

    /** Its first version, which has no Linux kernel; the second writes itself in small letters. */
    static final String WSL = "WSL 1 has no namespaces: use WSL 2 with its current kernel (wsl --update)";

    static final String GROUPS_USER = "start the JVM in a group that is given to its user, such as with: systemd-run"
            + " --user --scope -p Delegate=yes java …";

    static final String GROUPS_ROOT = "mount cgroup v2 writable at /sys/fs/cgroup (containers: --cgroupns=private with"
            + " a writable mount, or --privileged)";

    private Remedies() {}

    /** For a step of the launcher that failed. */
    static Optional<String> forStep(String step) {
        return switch (step) {
            case "unshare", "uidmap", "tmpfs" -> Optional.of(namespaces());
            case "user" ->
                Optional.of("a root JVM needs the capabilities SETUID and SETGID to give sandboxes users of"
                        + " their own, or run the JVM as an ordinary user");
            case "exec" -> Optional.of(INSTALL_BUBBLEWRAP);
            default -> Optional.empty();
        };
    }

    /** For what bubblewrap said. */
    static Optional<String> forDiagnostics(String text) {
        if (text.contains("Unknown option")) {
            return Optional.of(INSTALL_BUBBLEWRAP);
        }
        if (text.contains("proc") && (text.contains("mount") || text.contains("Operation not permitted"))) {
            return Optional.of(CONTAINER);
        }
        boolean namespaces = text.contains("namespace")
                || text.contains("uid map")
                || text.contains("Failed RTM_NEWADDR")
                || text.contains("Operation not permitted")
                || text.contains("Permission denied");
        return namespaces ? Optional.of(namespaces()) : Optional.empty();
    }

    /** The likeliest reason on this machine for namespaces that are forbidden. */
    static String namespaces() {
        return namespaces(Path.of("/"));
    }

    /** The same by the files below {@code root}. */
    static String namespaces(Path root) {
        if (ProcFs.read(root.resolve("proc/version").toString())
                .filter(text -> text.contains("Microsoft"))
                .isPresent()) {
            return WSL;
        }
        if (is(root, "proc/sys/kernel/unprivileged_userns_clone", "0")) {
            return SYSCTL_CLONE;
        }
        if (is(root, "proc/sys/user/max_user_namespaces", "0")) {
            return SYSCTL_MAX;
        }
        if (is(root, "proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1")) {
            return APPARMOR;
        }
        if (isConfinedByAppArmor(root)) {
            return APPARMOR_PROFILE;
        }
        return CONTAINER;
    }

    /** Whether a profile is meant for bubblewrap is told by its name: what it is attached to, old kernels keep to themselves. */
    private static boolean isConfinedByAppArmor(Path root) {
        Path profiles = root.resolve("sys/kernel/security/apparmor/policy/profiles");
        try (DirectoryStream<Path> found = Files.newDirectoryStream(profiles, "*bwrap*")) {
            for (Path profile : found) {
                if (is(profile, "mode", "enforce")) {
                    return true;
                }
            }
        } catch (IOException e) {
            // no AppArmor, or a container that does not show it
        }
        return false;
    }

    private static boolean is(Path folder, String file, String value) {
        return ProcFs.read(folder.resolve(file).toString())
                .filter(value::equals)
                .isPresent();
    }
}
