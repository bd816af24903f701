package io.camelsandbox.engine.local;

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
        if (ProcFs.read("/proc/version")
                .filter(text -> text.contains("Microsoft"))
                .isPresent()) {
            return WSL;
        }
        if (is("/proc/sys/kernel/unprivileged_userns_clone", "0")) {
            return SYSCTL_CLONE;
        }
        if (is("/proc/sys/user/max_user_namespaces", "0")) {
            return SYSCTL_MAX;
        }
        if (is("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1")) {
            return APPARMOR;
        }
        return CONTAINER;
    }

    static boolean is(String file, String value) {
        return ProcFs.read(file).filter(value::equals).isPresent();
    }
}
