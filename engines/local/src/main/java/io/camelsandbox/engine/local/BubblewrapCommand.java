package io.camelsandbox.engine.local;

import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.GuestLayout;
import io.camelsandbox.engine.local.live.CellPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Says to bubblewrap what a sandbox looks like. */
final class BubblewrapCommand implements Isolator {

    /** A folder of the writable file system and where it is seen. */
    record Writable(String name, String target) {}

    /** Everything a guest can write to, all on one file system of limited size. */
    static final List<Writable> WRITABLE = List.of(
            new Writable("shm", "/dev/shm"),
            new Writable("tmp", "/tmp"),
            new Writable("workspace", "/workspace"),
            new Writable("code", "/code"),
            new Writable("home", "/home/sandbox"));

    private static final int SANDBOX_ID = 1000;
    private static final List<String> SYSTEM_FOLDERS = List.of("bin", "sbin", "lib", "lib32", "lib64", "libx32");

    /** Files of /proc that tell of the machine, or of what others do on it, and that no program needs. */
    private static final List<String> MASKED =
            List.of("cmdline", "config.gz", "interrupts", "kallsyms", "key-users", "keys", "modules", "timer_list");

    private final List<String> beginning;
    private final String stage;

    /**
     * For all sandboxes of an engine.
     *
     * @param bwrap bubblewrap itself
     * @param root  the host's root folder
     */
    BubblewrapCommand(Path bwrap, RuntimeFolder folder, Path root) {
        this.stage = folder.stage().toString();
        var args = new ArrayList<String>();
        args.add(bwrap.toString());
        // Each namespace by name: --unshare-all would do without those that this machine does not have.
        args.addAll(List.of("--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"));
        args.addAll(List.of("--unshare-cgroup-try", "--disable-userns"));
        args.addAll(List.of("--uid", Integer.toString(SANDBOX_ID), "--gid", Integer.toString(SANDBOX_ID)));
        args.addAll(List.of("--hostname", "sandbox", "--new-session", "--die-with-parent", "--as-pid-1"));
        args.addAll(List.of("--cap-drop", "ALL"));
        args.addAll(List.of("--ro-bind", "/usr", "/usr"));
        for (String name : SYSTEM_FOLDERS) {
            addSystemFolder(args, root.resolve(name), "/" + name);
        }
        args.addAll(List.of("--ro-bind", folder.etc().toString(), "/etc"));
        args.addAll(List.of("--ro-bind", folder.support().toString(), "/sandbox"));
        args.addAll(List.of("--proc", "/proc", "--dev", "/dev"));
        MASKED.stream()
                .filter(name -> Files.exists(root.resolve("proc").resolve(name)))
                .forEach(name -> args.addAll(List.of("--ro-bind", "/dev/null", "/proc/" + name)));
        this.beginning = List.copyOf(args);
    }

    @Override
    public boolean isolates() {
        return true;
    }

    @Override
    public Placed place(Execution execution) {
        return new Placed(execution, GuestLayout.WORKSPACE, GuestLayout.CODE, () -> {});
    }

    /** On a merged system these are links into /usr, elsewhere folders. */
    private static void addSystemFolder(List<String> args, Path folder, String target) {
        try {
            if (Files.isSymbolicLink(folder)) {
                args.addAll(List.of("--symlink", Files.readSymbolicLink(folder).toString(), target));
            } else if (Files.isDirectory(folder)) {
                args.addAll(List.of("--ro-bind", folder.toString(), target));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public List<String> argv(SandboxPlan plan) {
        var args = new ArrayList<>(beginning);
        for (Writable writable : WRITABLE) {
            args.addAll(List.of("--bind", stage + "/" + writable.name(), writable.target()));
        }
        plan.interpreterFolders().stream()
                .sorted()
                .forEach(folder -> args.addAll(List.of("--ro-bind", folder.toString(), folder.toString())));
        for (CellPlan.Scratch volume : plan.volumes()) {
            args.addAll(List.of("--size", Long.toString(volume.bytes()), "--tmpfs", volume.path()));
        }
        for (HostMount mount : plan.mounts()) {
            args.addAll(List.of(
                    mount.writable() ? "--bind" : "--ro-bind", mount.source().toString(), mount.target()));
        }
        args.addAll(List.of("--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/"));
        args.addAll(List.of("--chdir", "/workspace", "--info-fd", "3", "--", "/sandbox/init", "init"));
        return args;
    }
}
