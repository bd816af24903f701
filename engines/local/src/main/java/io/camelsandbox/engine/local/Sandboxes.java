package io.camelsandbox.engine.local;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.engine.local.LauncherFrames.StagedFolder;
import io.camelsandbox.engine.local.cgroup.Group;
import io.camelsandbox.engine.local.cgroup.Groups;
import io.camelsandbox.engine.local.wire.IoLoop;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes sandboxes: gives each a user and a group, starts it, and takes both back when it is gone. */
final class Sandboxes {

    private static final Logger LOG = LoggerFactory.getLogger(Sandboxes.class);
    private static final Map<String, Integer> MODES =
            Map.of("shm", 01777, "tmp", 01777, "workspace", 0755, "code", 0755, "home", 0700);
    private static final List<StagedFolder> FOLDERS = BubblewrapCommand.WRITABLE.stream()
            .map(folder -> new StagedFolder(folder.name(), MODES.get(folder.name())))
            .toList();

    /** How much more willingly than the JVM the kernel kills a sandbox when the machine is out of memory. */
    private static final int OOM_SCORE_MORE = 500;

    private static final int OOM_SCORE_MOST = 1000;
    private static final Duration REMAINS_INTERVAL = Duration.ofMillis(50);
    private static final int REMAINS_ATTEMPTS = 100;

    private final Isolator isolator;
    private final UserIds users;
    private final Groups groups;
    private final IoLoop loop;
    private final Launcher launcher;
    private final Executor background;
    private final int oomScoreAdj;
    private final AtomicLong ids = new AtomicLong();

    /**
     * Makes sandboxes with these means.
     *
     * @param background gives groups back; may read and write small files
     */
    Sandboxes(Isolator isolator, UserIds users, Groups groups, IoLoop loop, Launcher launcher, Executor background) {
        this.isolator = isolator;
        this.users = users;
        this.groups = groups;
        this.loop = loop;
        this.launcher = launcher;
        this.background = background;
        int own = ProcFs.read("/proc/self/oom_score_adj").map(Integer::valueOf).orElse(0);
        this.oomScoreAdj = Math.min(OOM_SCORE_MOST, own + OOM_SCORE_MORE);
    }

    /**
     * A sandbox that has all it needs and is not started.
     *
     * @param afterwards done when it is gone; may block
     */
    LiveSandbox prepare(SandboxPlan plan, Runnable afterwards) {
        return prepare(plan, Optional.empty(), afterwards);
    }

    /**
     * One that can outlive this engine where it listens.
     *
     * @param listen where it waits for connections; empty when it connects itself
     */
    LiveSandbox prepare(SandboxPlan plan, Optional<Path> listen, Runnable afterwards) {
        long uid = users.acquire();
        try {
            Optional<Group> group = groups.acquire(plan.groupLimits());
            return new LiveSandbox(
                    ids.incrementAndGet(),
                    plan,
                    uid,
                    group,
                    listen,
                    sandbox -> launcher.kill(sandbox.id()),
                    sandbox -> gone(sandbox, afterwards));
        } catch (IOException e) {
            users.release(uid);
            throw new SandboxUnavailableException(
                    Reason.BACKEND_UNAVAILABLE, "no group can be made for a sandbox: " + e.getMessage(), e);
        }
    }

    /** Starts a sandbox that has a tenant; on the loop's thread. */
    void start(LiveSandbox sandbox) {
        launcher.start(sandbox, startFrame(sandbox));
    }

    private ByteBuffer startFrame(LiveSandbox sandbox) {
        SandboxPlan plan = sandbox.plan();
        return new LauncherFrames.Start(
                        sandbox.id(),
                        sandbox.uid(),
                        oomScoreAdj,
                        isolator.isolates() ? plan.diskBytes() : 0,
                        isolator.isolates() ? plan.diskFiles() : 0,
                        sandbox.group().map(Group::joinFiles).orElse(List.of()),
                        isolator.isolates() ? FOLDERS : List.of(),
                        isolator.argv(plan),
                        sandbox.listen())
                .frame();
    }

    private void gone(LiveSandbox sandbox, Runnable afterwards) {
        if (sandbox.isLost()) {
            awaitRemains(sandbox, afterwards, REMAINS_ATTEMPTS);
        } else {
            giveBack(sandbox, afterwards);
        }
    }

    /** Nobody saw the end of a lost sandbox: its user and group are nobody else's until nothing of it is left. */
    private void awaitRemains(LiveSandbox sandbox, Runnable afterwards, int attempts) {
        if (sandbox.killRemains()) {
            giveBack(sandbox, afterwards);
        } else if (attempts > 0) {
            loop.schedule(REMAINS_INTERVAL, () -> awaitRemains(sandbox, afterwards, attempts - 1));
        } else {
            LOG.warn("A sandbox outlives its launcher; its user and group are not used again");
        }
    }

    private void giveBack(LiveSandbox sandbox, Runnable afterwards) {
        users.release(sandbox.uid());
        background.execute(() -> {
            sandbox.group().ifPresent(groups::release);
            afterwards.run();
            sandbox.whenGone().complete(null);
        });
    }
}
