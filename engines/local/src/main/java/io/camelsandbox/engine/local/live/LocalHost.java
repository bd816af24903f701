package io.camelsandbox.engine.local.live;

import io.camelsandbox.Enforcement;
import io.camelsandbox.SandboxCapacityException;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.CreateOrder;
import io.camelsandbox.engine.HostedSandbox;
import io.camelsandbox.engine.Page;
import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.engine.SandboxHost;
import io.camelsandbox.engine.SandboxQuery;
import io.camelsandbox.engine.SnapshotQuery;
import io.camelsandbox.engine.local.wire.IoLoop;
import io.camelsandbox.sandbox.FileSystemSnapshot;
import io.camelsandbox.sandbox.RequestIds;
import io.camelsandbox.sandbox.SandboxNotFoundException;
import io.camelsandbox.sandbox.SandboxSnapshotException;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Holds the sandboxes of this machine that stay. */
public final class LocalHost implements SandboxHost {

    private static final Duration LIFETIME = Duration.ofMinutes(10);
    private static final int MOST = 1_000;

    /** What it can do. */
    public static final Set<Capability> CAPABILITIES =
            Set.of(Capability.LIVE_SANDBOXES, Capability.TERMINALS, Capability.SCRATCH_VOLUMES);

    private final Cells cells;
    private final IoLoop loop;
    private final Executor background;
    private final Supplier<Enforcement> enforcement;
    private final SpecCheck check;
    private final Clock clock = Clock.systemUTC();
    private final Map<String, LocalSandbox> sandboxes = new ConcurrentHashMap<>();
    private final Map<String, LocalSandbox> byRequest = new ConcurrentHashMap<>();

    /**
     * A host of sandboxes.
     *
     * @param background may read and write small files
     * @param mostMemory what this machine has, in bytes
     */
    public LocalHost(
            Cells cells, IoLoop loop, Executor background, Supplier<Enforcement> enforcement, long mostMemory) {
        this.cells = cells;
        this.loop = loop;
        this.background = background;
        this.enforcement = enforcement;
        this.check = new SpecCheck(mostMemory);
    }

    @Override
    public String name() {
        return "local";
    }

    @Override
    public Set<Capability> capabilities() {
        return CAPABILITIES;
    }

    @Override
    public void check(SandboxSpec spec) {
        spec.image().filter(name -> !name.equals("host")).ifPresent(name -> {
            throw new SandboxRefusedException("no image '" + name + "': there is host");
        });
        check.check(spec);
    }

    @Override
    public CompletableFuture<HostedSandbox> create(CreateOrder order) {
        var created = new CompletableFuture<HostedSandbox>();
        background.execute(() -> {
            try {
                created.complete(accept(order));
            } catch (SandboxException e) {
                created.completeExceptionally(e);
            }
        });
        return created;
    }

    private HostedSandbox accept(CreateOrder order) {
        LocalSandbox known = byRequest.get(order.requestId());
        if (known != null) {
            RequestIds.requireSame(order.requestId(), known.spec(), order.spec());
            return known;
        }
        long alive = sandboxes.values().stream()
                .filter(sandbox -> sandbox.facts().ended().isEmpty())
                .count();
        if (alive >= MOST) {
            throw new SandboxCapacityException("there are " + alive + " sandboxes already, as many as may be");
        }
        var plan = new SpecPlan(order.spec());
        Duration lifetime = order.spec().maxLifetime().orElse(LIFETIME);
        var board = new FactsBoard(
                loop,
                SandboxFacts.builder(clock.instant())
                        .maxLifetime(lifetime)
                        .resources(plan.resources())
                        .build());
        var executions = new Executions(loop, background);
        var environment = new Environment(order.spec(), order.secrets());
        var life = new Life(
                loop, clock, board, executions, environment.main(), lifetime, enforcement, (facts, then) -> then.run());
        var sandbox = new LocalSandbox(
                UUID.randomUUID().toString(), order.spec(), loop, board, executions, environment, life);
        sandboxes.put(sandbox.id(), sandbox);
        byRequest.put(order.requestId(), sandbox);
        background.execute(() -> start(life, order.spec()));
        return sandbox;
    }

    private void start(Life life, SandboxSpec spec) {
        try {
            MountedFiles files = MountedFiles.write(spec.mountedFiles(), cells);
            Cell cell = cells.prepare(new SpecPlan(spec).cell(Optional.empty(), files.shown()), files::delete);
            loop.execute(() -> life.begin(cell));
        } catch (SandboxException e) {
            loop.execute(() -> life.neverBegan(e));
        }
    }

    @Override
    public CompletableFuture<HostedSandbox> find(String id) {
        LocalSandbox found = sandboxes.get(id);
        return found == null
                ? CompletableFuture.failedFuture(new SandboxNotFoundException(id))
                : CompletableFuture.completedFuture(found);
    }

    @Override
    public CompletableFuture<Page<HostedSandbox>> list(SandboxQuery query) {
        List<HostedSandbox> matching = new ArrayList<>(sandboxes.values());
        matching.removeIf(sandbox -> !query.filter().matches(sandbox.spec(), sandbox.facts()));
        matching.sort(
                Comparator.comparing((HostedSandbox sandbox) -> sandbox.facts().created())
                        .reversed());
        return CompletableFuture.completedFuture(new Page<>(matching, Optional.empty()));
    }

    @Override
    public CompletableFuture<FileSystemSnapshot> findSnapshot(String id) {
        return CompletableFuture.failedFuture(SandboxSnapshotException.notFound(id));
    }

    @Override
    public CompletableFuture<FileSystemSnapshot> settledSnapshot(String id) {
        return findSnapshot(id);
    }

    @Override
    public CompletableFuture<Page<FileSystemSnapshot>> listSnapshots(SnapshotQuery query) {
        return CompletableFuture.completedFuture(new Page<>(List.of(), Optional.empty()));
    }

    @Override
    public CompletableFuture<Void> deleteSnapshot(String id) {
        return CompletableFuture.failedFuture(SandboxSnapshotException.notFound(id));
    }
}
