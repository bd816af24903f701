package io.camelsandbox.sandbox;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.CreateOrder;
import io.camelsandbox.engine.HostedSandbox;
import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.engine.SandboxHost;
import io.camelsandbox.engine.SandboxQuery;
import io.camelsandbox.engine.StopOrder;
import io.camelsandbox.sandbox.spec.SandboxDefaults;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The way to sandboxes that stay: makes them, finds them, lists and deletes them, and their snapshots. Bound to an
 * engine, which its owner starts and closes. Safe for any number of threads; no call blocks.
 */
public final class Sandboxes implements AutoCloseable {

    private final SandboxHost host;
    private final SandboxDefaults defaults;
    private final SecretResolver secrets;
    private final SpecCapabilities capabilities;
    private final Snapshots snapshots;
    private final LiveCode code;
    private final StatefulCode stateful;
    private final BackgroundThreads threads;
    private final Background background;
    private final OpenSessions sessions = new OpenSessions();

    Sandboxes(SandboxesBuilder builder) {
        this.host = builder.engine().host();
        this.defaults = builder.defaults();
        this.secrets = new SecretResolver(host, builder.providers());
        this.capabilities = new SpecCapabilities(host);
        this.threads = new BackgroundThreads(builder.callers());
        this.background = threads.background();
        this.snapshots = new Snapshots(host, background);
        this.code = new LiveCode(builder.engine());
        this.stateful = new StatefulCode(builder.engine(), background);
    }

    /**
     * Sandboxes of an engine that is started, with the standard defaults and without secrets.
     *
     * @throws SandboxException with reason NOT_IMPLEMENTED when the engine has no sandboxes that stay
     */
    public static Sandboxes on(SandboxEngine engine) {
        return builder(engine).build();
    }

    /** Begins with an engine that is started when {@link SandboxesBuilder#build()} is called. */
    public static SandboxesBuilder builder(SandboxEngine engine) {
        return new SandboxesBuilder(engine);
    }

    /** What specs take where they say nothing. */
    public SandboxDefaults defaults() {
        return defaults;
    }

    /** True when its engine has this capability. */
    public boolean can(Capability capability) {
        return host.capabilities().contains(capability);
    }

    /**
     * Checks what can be checked without making anything: the fields of the spec, what the engine can do, the names of
     * secret stores.
     *
     * @return the spec with the defaults merged in
     * @throws SandboxException with the first thing that is wrong
     */
    public SandboxSpec check(SandboxSpec spec) {
        return check(spec, defaults);
    }

    /**
     * A handle on a sandbox that is not started yet; its first use starts it.
     *
     * @throws SandboxException as {@link #check}
     */
    public Sandbox create(SandboxSpec spec) {
        return create(spec, defaults, RequestIds.next());
    }

    /** {@link #create(SandboxSpec)} where a repeat with the same id, from this JVM or another, gives the same sandbox. */
    public Sandbox create(SandboxSpec spec, String requestId) {
        return create(spec, defaults, RequestIds.require(requestId));
    }

    /** Makes a sandbox and starts it; completed when it is accepted, which is before it runs. */
    public CompletableFuture<Sandbox> run(SandboxSpec spec) {
        return create(spec).start();
    }

    /** {@link #run(SandboxSpec)} of a command and its arguments, each literally. */
    public CompletableFuture<Sandbox> run(String command, String... args) {
        return run(SandboxSpec.of(command, args));
    }

    /** A handle on a sandbox that is there, also one of another JVM. Fails with {@link SandboxNotFoundException}. */
    public CompletableFuture<Sandbox> fromId(String id) {
        return background.deliver(host.find(id).thenApply(found -> handle(found, defaults)));
    }

    /** All sandboxes that the filter matches, the youngest first. */
    public CompletableFuture<List<Sandbox>> list(SandboxFilter filter) {
        return background.deliver(Pages.all(token -> host.list(new SandboxQuery(filter, Pages.SIZE, token)))
                .thenApply(all ->
                        all.stream().map(found -> handle(found, defaults)).toList()));
    }

    /** One page of them; {@code token} is null for the first. */
    public CompletableFuture<io.camelsandbox.engine.Page<Sandbox>> list(
            SandboxFilter filter, int pageSize, String token) {
        if (pageSize < 1) {
            throw new SandboxRefusedException("a page has at least 1 sandbox");
        }
        return background.deliver(host.list(new SandboxQuery(filter, pageSize, Optional.ofNullable(token)))
                .thenApply(page -> new io.camelsandbox.engine.Page<>(
                        page.items().stream()
                                .map(found -> handle(found, defaults))
                                .toList(),
                        page.nextToken())));
    }

    /** Kills a sandbox at once. Fails with {@link SandboxNotFoundException}; one that has ended is deleted already. */
    public CompletableFuture<Void> delete(String id) {
        return background.deliver(host.find(id)
                .thenCompose(found -> found.stop(StopOrder.immediate()))
                .thenApply(done -> null));
    }

    /** {@link #delete} where one that is not there is deleted already. */
    public CompletableFuture<Void> deleteIfPresent(String id) {
        return ignoring(Reason.SANDBOX_NOT_FOUND, delete(id));
    }

    /** A session with these defaults. */
    public SandboxSession session() {
        return session(defaults);
    }

    /** A session with defaults of its own. */
    public SandboxSession session(SandboxDefaults own) {
        return sessions.add(new SandboxSession(this, own, sessions::remove));
    }

    /** A snapshot. Fails with {@link SandboxSnapshotException}, reason FSS_NOT_FOUND. */
    public CompletableFuture<FileSystemSnapshot> getSnapshot(String id) {
        return background.deliver(snapshots.get(id));
    }

    /** The snapshot when it is ready; fails when it has failed, or after ten minutes. */
    public CompletableFuture<FileSystemSnapshot> waitForSnapshot(String id) {
        return background.deliver(snapshots.untilReady(id));
    }

    /** All snapshots that the filter matches, the youngest first. */
    public CompletableFuture<List<FileSystemSnapshot>> listSnapshots(SnapshotFilter filter) {
        return background.deliver(snapshots.list(filter));
    }

    /** Deletes a snapshot. Fails with {@link SandboxSnapshotException}. */
    public CompletableFuture<Void> deleteSnapshot(String id) {
        return background.deliver(snapshots.delete(id));
    }

    /** {@link #deleteSnapshot} where one that is not there is deleted already. */
    public CompletableFuture<Void> deleteSnapshotIfPresent(String id) {
        return ignoring(Reason.FSS_NOT_FOUND, deleteSnapshot(id));
    }

    /** Stops what sessions that are still open hold, waits for it, and frees the threads. Other sandboxes go on. */
    @Override
    public void close() {
        sessions.closeAll();
        threads.close();
    }

    SandboxSpec check(SandboxSpec spec, SandboxDefaults own) {
        SandboxSpec whole = own.applyTo(spec);
        capabilities.require(whole);
        secrets.require(whole.secrets());
        host.check(whole);
        return whole;
    }

    Sandbox create(SandboxSpec spec, SandboxDefaults own, String requestId) {
        SandboxSpec whole = check(spec, own);
        // secrets may come from a vault: that is no work for the caller's thread
        var life = new SandboxLife(background, () -> CompletableFuture.supplyAsync(
                        () -> secrets.resolve(whole.secrets()), background.callers())
                .thenCompose(values -> host.create(new CreateOrder(requestId, whole, values))));
        return handle(whole, own, life);
    }

    CompletableFuture<Sandbox> fromId(String id, SandboxDefaults own) {
        return background.deliver(host.find(id).thenApply(found -> handle(found, own)));
    }

    Background background() {
        return background;
    }

    private Sandbox handle(HostedSandbox found, SandboxDefaults own) {
        return handle(found.spec(), own, new SandboxLife(background, found));
    }

    private Sandbox handle(SandboxSpec spec, SandboxDefaults own, SandboxLife life) {
        return new Sandbox(
                new SandboxCore(spec, own, life, snapshots, code, stateful, capabilities, background, host.name()));
    }

    private static CompletableFuture<Void> ignoring(Reason reason, CompletableFuture<Void> future) {
        return future.handle((done, problem) -> {
            Throwable cause = problem == null ? null : Background.unwrap(problem);
            if (cause instanceof SandboxException known && known.reason() != reason) {
                throw known;
            }
            return null;
        });
    }
}
