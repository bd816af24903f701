package io.camelsandbox.sandbox;

import io.camelsandbox.EngineLostException;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Interpreter;
import io.camelsandbox.Language;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.CreateOrder;
import io.camelsandbox.engine.EngineProbe;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.HostedSandbox;
import io.camelsandbox.engine.Page;
import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.engine.SandboxHost;
import io.camelsandbox.engine.SandboxQuery;
import io.camelsandbox.engine.SnapshotQuery;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * An engine whose sandboxes do what a test says. Without a word they run at once, end with 143 when they are stopped
 * with a grace and with 137 without, keep files in memory, and each process ends at once with code 0.
 */
public final class ScriptedHost implements SandboxHost, SandboxEngine {

    private final Set<Capability> capabilities = EnumSet.allOf(Capability.class);
    private final Map<String, ScriptedSandbox> sandboxes = Collections.synchronizedMap(new LinkedHashMap<>());
    private final Map<String, CompletableFuture<FileSystemSnapshot>> snapshots =
            Collections.synchronizedMap(new LinkedHashMap<>());
    private final List<CreateOrder> orders = new CopyOnWriteArrayList<>();
    private Consumer<ScriptedSandbox> onCreate = ScriptedSandbox::run;
    private CompletableFuture<HostedSandbox> nextCreation;
    private Consumer<SandboxSpec> check = spec -> {};

    /** What happens to each sandbox when it is accepted; by default it runs. */
    public ScriptedHost onCreate(Consumer<ScriptedSandbox> what) {
        onCreate = what;
        return this;
    }

    /** This is what the next create gives. */
    public ScriptedHost nextCreation(CompletableFuture<HostedSandbox> creation) {
        nextCreation = creation;
        return this;
    }

    /** Takes a capability away. */
    public ScriptedHost without(Capability capability) {
        capabilities.remove(capability);
        return this;
    }

    /** What {@link #check(SandboxSpec)} does. */
    public ScriptedHost check(Consumer<SandboxSpec> what) {
        check = what;
        return this;
    }

    /** All that was asked to be made. */
    public List<CreateOrder> orders() {
        return orders;
    }

    /** The sandboxes, in the order they were made. */
    public List<ScriptedSandbox> sandboxes() {
        synchronized (sandboxes) {
            return new ArrayList<>(sandboxes.values());
        }
    }

    /** The only sandbox. */
    public ScriptedSandbox only() {
        return sandboxes().get(0);
    }

    /** Forgets a sandbox, as when its record is dropped. */
    public void forget(String id) {
        sandboxes.remove(id);
    }

    /** Begins a snapshot; it is settled by {@link #settle}. */
    FileSystemSnapshot begin(String sandboxId, String volume, FileSystemSnapshot.Trigger trigger, String requestId) {
        String id = "snap-" + (snapshots.size() + 1);
        snapshots.put(id, new CompletableFuture<>());
        return FileSystemSnapshot.creating(
                id, sandboxId, volume, trigger, Optional.ofNullable(requestId), Instant.EPOCH);
    }

    /** Settles a snapshot. */
    public void settle(FileSystemSnapshot snapshot) {
        snapshots
                .computeIfAbsent(snapshot.id(), id -> new CompletableFuture<>())
                .complete(snapshot);
    }

    @Override
    public CompletableFuture<HostedSandbox> create(CreateOrder order) {
        orders.add(order);
        if (nextCreation != null) {
            CompletableFuture<HostedSandbox> creation = nextCreation;
            nextCreation = null;
            return creation;
        }
        var sandbox = new ScriptedSandbox(this, "sb-" + (sandboxes.size() + 1), order);
        sandboxes.put(sandbox.id(), sandbox);
        onCreate.accept(sandbox);
        return CompletableFuture.completedFuture(sandbox);
    }

    @Override
    public CompletableFuture<HostedSandbox> find(String id) {
        ScriptedSandbox found = sandboxes.get(id);
        return found == null
                ? CompletableFuture.failedFuture(new SandboxNotFoundException(id))
                : CompletableFuture.completedFuture(found);
    }

    @Override
    public CompletableFuture<Page<HostedSandbox>> list(SandboxQuery query) {
        List<HostedSandbox> matching = sandboxes().stream()
                .filter(sandbox -> query.filter().matches(sandbox.spec(), sandbox.facts()))
                .map(HostedSandbox.class::cast)
                .toList();
        int from = query.pageToken().map(Integer::parseInt).orElse(0);
        int to = Math.min(matching.size(), from + query.pageSize());
        return CompletableFuture.completedFuture(
                new Page<>(matching.subList(from, to), to < matching.size() ? Optional.of("" + to) : Optional.empty()));
    }

    @Override
    public CompletableFuture<FileSystemSnapshot> findSnapshot(String id) {
        return settledSnapshot(id);
    }

    @Override
    public CompletableFuture<FileSystemSnapshot> settledSnapshot(String id) {
        CompletableFuture<FileSystemSnapshot> found = snapshots.get(id);
        return found == null ? CompletableFuture.failedFuture(SandboxSnapshotException.notFound(id)) : found;
    }

    @Override
    public CompletableFuture<Page<FileSystemSnapshot>> listSnapshots(SnapshotQuery query) {
        List<FileSystemSnapshot> settled = snapshots.values().stream()
                .filter(CompletableFuture::isDone)
                .map(CompletableFuture::join)
                .toList();
        return CompletableFuture.completedFuture(new Page<>(settled, Optional.empty()));
    }

    @Override
    public CompletableFuture<Void> deleteSnapshot(String id) {
        return snapshots.remove(id) == null
                ? CompletableFuture.failedFuture(SandboxSnapshotException.notFound(id))
                : CompletableFuture.completedFuture(null);
    }

    @Override
    public void check(SandboxSpec spec) {
        check.accept(spec);
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public Set<Capability> capabilities() {
        return capabilities;
    }

    @Override
    public SandboxHost host() {
        return this;
    }

    @Override
    public void start() {}

    @Override
    public EngineProbe probe() {
        return new EngineProbe(name(), List.of(), io.camelsandbox.Enforcement.none());
    }

    @Override
    public Interpreter interpreter(Language language, String choice) {
        return new Interpreter(language, Path.of("/usr/bin", language.id()), "1", Set.of());
    }

    @Override
    public CompletableFuture<ExecutionResult> run(Execution execution) {
        return CompletableFuture.failedFuture(new EngineLostException("only live sandboxes", null, null));
    }

    @Override
    public void close() {}
}
