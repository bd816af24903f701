package io.camelsandbox.engine.local;

import io.camelsandbox.Enforcement.Level;
import io.camelsandbox.Guarantee;
import io.camelsandbox.Interpreter;
import io.camelsandbox.Language;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.engine.HarnessFiles;
import io.camelsandbox.engine.Isolation;
import io.camelsandbox.engine.local.cgroup.Controller;
import io.camelsandbox.engine.local.cgroup.Groups;
import io.camelsandbox.engine.local.seccomp.SeccompFilter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings an engine up, step by step, and notes on the way what this machine can do. When a step fails, what was opened
 * before is closed again.
 */
final class LocalStart {

    private static final Logger LOG = LoggerFactory.getLogger(LocalStart.class);
    private static final List<Guarantee> ISOLATION =
            List.of(Guarantee.FILESYSTEM, Guarantee.NETWORK, Guarantee.USER, Guarantee.SECCOMP, Guarantee.DISK);
    private static final Path RUN = Path.of("/run/camel-sandbox");

    private final LocalOptions options;
    private final Isolation isolation;
    private final ProbeReport report;
    private final String osArch = System.getProperty("os.arch");
    private final long userId;

    LocalStart(LocalOptions options, Isolation isolation, ProbeReport report) {
        this.options = options;
        this.isolation = isolation;
        this.report = report;
        requireLinux();
        this.userId = ProcFs.userId();
    }

    private static void requireLinux() {
        String os = System.getProperty("os.name");
        if (!os.toLowerCase(Locale.ROOT).equals("linux")) {
            throw new SandboxUnavailableException(
                    "the local engine runs on Linux, not on " + os + ": use another engine, or WSL 2 on Windows");
        }
    }

    /**
     * Opens everything and runs a first sandbox.
     *
     * @throws SandboxException when sandboxes do not work here; the message holds the remedy
     */
    LocalRuntime open() {
        report.note(
                "system",
                Level.ENFORCED,
                "Linux " + System.getProperty("os.version") + ", " + osArch + ", "
                        + (userId == 0 ? "JVM of root" : "JVM of user " + userId),
                Optional.empty());
        boolean isolated = isolation != Isolation.NONE;
        Optional<Bubblewrap> bubblewrap = isolated ? Optional.of(findBubblewrap()) : Optional.empty();
        byte[] filter = isolated ? compileFilter() : new byte[0];
        var opened = new ArrayList<AutoCloseable>();
        try {
            Owner owner = Owner.self();
            UserIds users = openUsers(owner);
            opened.add(users);
            RuntimeFolder folder = openFolder(users, owner);
            opened.add(folder);
            Groups groups =
                    Groups.open(options.groups(), folder.base().getFileName().toString());
            opened.add(groups);
            groups.sweep(Sweep::isAbandoned);
            Isolator isolator = bubblewrap.isPresent()
                    ? new BubblewrapCommand(bubblewrap.get().path(), folder, Path.of("/"))
                    : new NoIsolation(folder);
            var runtime = new LocalRuntime(options, folder, users, groups, isolator, filter);
            opened.clear();
            opened.add(runtime);
            if (isolated) {
                decideByTrial(runtime, users, filter.length > 0);
            } else {
                decideWithoutIsolation(runtime);
            }
            decideByGroups(groups);
            noteInterpreters(runtime);
            runtime.enforces(report.enforcement());
            opened.clear();
            return runtime;
        } finally {
            closeAll(opened);
        }
    }

    private static void closeAll(List<AutoCloseable> opened) {
        for (int i = opened.size() - 1; i >= 0; i--) {
            try {
                opened.get(i).close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private Bubblewrap findBubblewrap() {
        try {
            Bubblewrap bubblewrap = Bubblewrap.find(options.bwrap());
            report.note(
                    "bubblewrap", Level.ENFORCED, bubblewrap.version() + " at " + bubblewrap.path(), Optional.empty());
            return bubblewrap;
        } catch (SandboxUnavailableException e) {
            report.note("bubblewrap", Level.UNAVAILABLE, e.getMessage(), Optional.of(Remedies.INSTALL_BUBBLEWRAP));
            throw e;
        }
    }

    private byte[] compileFilter() {
        try {
            return SeccompFilter.forArchitecture(osArch).program();
        } catch (SandboxUnavailableException e) {
            report.decide(Guarantee.SECCOMP, Level.UNAVAILABLE, e.getMessage(), Optional.empty());
            if (isolation == Isolation.REQUIRED) {
                throw e;
            }
            return new byte[0];
        }
    }

    private UserIds openUsers(Owner owner) {
        if (userId != 0 || isolation == Isolation.NONE) {
            return UserIds.own(userId);
        }
        UserIdMap map = UserIdMap.current();
        if (options.uidBase().isEmpty() && map.isOneUserWhoIsNotRoot()) {
            return UserIds.own(userId);
        }
        return new UserIdBlock(new UserIdClaims(RUN, owner, map).claim(options.uidBase()), new KeptUserIds(RUN));
    }

    private RuntimeFolder openFolder(UserIds users, Owner owner) {
        List<Path> places = places();
        new Sweep(userId).run(places);
        RuntimeFolder folder = RuntimeFolder.create(places, users.areForeign(), owner, new NativeProgram(osArch));
        try {
            new GuestEtc(Path.of("/etc")).fill(folder.etc());
            for (var harness : HarnessFiles.load().entrySet()) {
                Folders.write(folder.support().resolve(harness.getKey()), harness.getValue());
            }
            return folder;
        } catch (IOException e) {
            folder.close();
            throw new SandboxUnavailableException("the runtime folder " + folder.base() + " cannot be filled: " + e);
        }
    }

    private List<Path> places() {
        if (options.runtimeDir().isPresent()) {
            return List.of(options.runtimeDir().get());
        }
        var places = new LinkedHashSet<Path>();
        String own = System.getenv("XDG_RUNTIME_DIR");
        if (userId != 0 && own != null && own.startsWith("/")) {
            places.add(Path.of(own));
        }
        places.add(Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath());
        places.add(Path.of("/tmp"));
        places.add(Path.of("/var/tmp"));
        return List.copyOf(places);
    }

    private void decideByTrial(LocalRuntime runtime, UserIds users, boolean filtered) {
        Trial trial;
        try {
            trial = Trial.run(runtime);
        } catch (SandboxException e) {
            noteFailure(e);
            throw e;
        }
        report.decide(
                Guarantee.FILESYSTEM,
                Level.ENFORCED,
                "a root of its own, read-only, in its own mount namespace",
                Optional.empty());
        decide(Guarantee.NETWORK, trial.isWithoutNetwork(), "no interface but loopback");
        decide(Guarantee.USER, trial.isWithoutPrivilege(), users.description());
        if (filtered) {
            decide(Guarantee.SECCOMP, trial.isFiltered(), "system calls are filtered");
        }
        report.decide(
                Guarantee.DISK,
                Level.ENFORCED,
                "one memory file system, limited in bytes and files, for all that can be written",
                Optional.empty());
    }

    private void noteFailure(SandboxException failure) {
        if (failure instanceof SandboxNotStartedException notStarted) {
            report.note("sandbox", Level.UNAVAILABLE, notStarted.finding(), notStarted.remedy());
        } else {
            report.note("sandbox", Level.UNAVAILABLE, failure.getMessage(), Optional.empty());
        }
        for (Guarantee guarantee : ISOLATION) {
            report.decide(guarantee, Level.UNAVAILABLE, "no sandbox can be made here", Optional.empty());
        }
    }

    private void decideWithoutIsolation(LocalRuntime runtime) {
        LOG.warn("isolation=none: code runs on this machine as user {}, with all that this user may do", userId);
        Trial.run(runtime);
        for (Guarantee guarantee : ISOLATION) {
            report.decide(
                    guarantee,
                    Level.UNAVAILABLE,
                    "isolation=none",
                    Optional.of("leave isolation at its default, required"));
        }
    }

    private void decide(Guarantee guarantee, boolean holds, String detail) {
        report.decide(
                guarantee,
                holds ? Level.ENFORCED : Level.UNAVAILABLE,
                holds ? detail : "a first sandbox found that it does not hold",
                Optional.empty());
    }

    private void noteInterpreters(LocalRuntime runtime) {
        for (Language language : Language.values()) {
            try {
                Interpreter found = runtime.interpreter(language, null);
                report.note(language.id(), Level.ENFORCED, found.path() + " " + found.version(), Optional.empty());
            } catch (SandboxException e) {
                report.note(language.id(), Level.UNAVAILABLE, e.getMessage(), Optional.empty());
            }
        }
    }

    private void decideByGroups(Groups groups) {
        decide(
                groups,
                Controller.MEMORY,
                Guarantee.MEMORY,
                Level.BEST_EFFORT,
                "each process's data is limited instead");
        decide(groups, Controller.CPU, Guarantee.CPU, Level.UNAVAILABLE, "nothing stands in for it");
        if (isolation == Isolation.NONE) {
            decide(groups, Controller.PIDS, Guarantee.PIDS, Level.UNAVAILABLE, "nothing stands in for it");
        } else {
            decide(
                    groups,
                    Controller.PIDS,
                    Guarantee.PIDS,
                    Level.BEST_EFFORT,
                    "the user's processes are limited instead");
        }
    }

    private void decide(Groups groups, Controller controller, Guarantee guarantee, Level otherwise, String instead) {
        if (groups.enforces(controller)) {
            report.decide(guarantee, Level.ENFORCED, groups.finding(controller), Optional.empty());
        } else {
            report.decide(
                    guarantee,
                    otherwise,
                    groups.finding(controller) + "; " + instead,
                    Optional.of(userId == 0 ? Remedies.GROUPS_ROOT : Remedies.GROUPS_USER));
        }
    }
}
