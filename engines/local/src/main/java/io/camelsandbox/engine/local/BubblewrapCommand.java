package io.camelsandbox.engine.local;

import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.GuestLayout;
import io.camelsandbox.engine.local.live.CellPlan;
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
    /** Files of /proc that tell of the machine, or of what others do on it, and that no program needs. */
    private static final List<String> MASKED =
            List.of("cmdline", "config.gz", "interrupts", "kallsyms", "key-users", "keys", "modules", "timer_list");

    private final List<String> beginning;
    private final List<String> own;
    private final RootTree host;
    private final Path etc;
    private final String stage;
    private final String nothing;

    /**
     * For all sandboxes of an engine.
     *
     * @param bwrap bubblewrap itself
     * @param root  the host's root folder
     */
    BubblewrapCommand(Path bwrap, RuntimeFolder folder, Path root) {
        this.stage = folder.stage().toString();
        this.etc = folder.etc();
        this.host = RootTree.ofHost(root, etc);
        this.nothing = folder.nothing().toString();
        var args = new ArrayList<String>();
        args.add(bwrap.toString());
        // Each namespace by name: --unshare-all would do without those that this machine does not have.
        args.addAll(List.of("--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"));
        args.addAll(List.of("--unshare-cgroup-try", "--disable-userns"));
        args.addAll(List.of("--uid", Integer.toString(SANDBOX_ID), "--gid", Integer.toString(SANDBOX_ID)));
        args.addAll(List.of("--hostname", "sandbox", "--new-session", "--die-with-parent", "--as-pid-1"));
        args.addAll(List.of("--cap-drop", "ALL"));
        this.beginning = List.copyOf(args);
        args.clear();
        args.addAll(List.of("--ro-bind", folder.support().toString(), "/sandbox"));
        args.addAll(List.of("--proc", "/proc", "--dev", "/dev"));
        MASKED.stream()
                .filter(name -> Files.exists(root.resolve("proc").resolve(name)))
                .forEach(name -> args.addAll(List.of("--ro-bind", "/dev/null", "/proc/" + name)));
        this.own = List.copyOf(args);
    }

    @Override
    public boolean isolates() {
        return true;
    }

    @Override
    public Placed place(Execution execution) {
        return new Placed(execution, GuestLayout.WORKSPACE, GuestLayout.CODE, () -> {});
    }

    @Override
    public List<String> argv(SandboxPlan plan) {
        var args = new ArrayList<>(beginning);
        RootTree tree = plan.image().map(image -> RootTree.ofImage(image, etc)).orElse(host);
        args.addAll(tree.words(plan.mounts().stream().map(HostMount::target).toList()));
        args.addAll(own);
        if (!plan.terminals()) {
            args.addAll(List.of("--ro-bind", nothing, "/dev/pts"));
        }
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
