package io.camelsandbox.engine;

import io.camelsandbox.sandbox.FileSystemSnapshot;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The part of an engine that holds sandboxes which stay: makes them, finds them again, also those of an earlier JVM, and
 * keeps their snapshots. Had from {@link SandboxEngine#host()}; it lives as long as the engine.
 *
 * <p>What an engine brings: this interface, {@link HostedSandbox}, {@link HostedProcess}, {@link HostedTransfer} and
 * {@link HostedUpload}. What it is given: orders that are checked, and receivers to report to. It keeps no timers of
 * callers and shares no work among them; it does keep the clocks that must not depend on a caller being there: lifetimes,
 * graces, time limits of processes. What must outlive the JVM it writes down as facts
 * ({@code io.camelsandbox.sandbox.document} has a form for specs, facts and snapshots); values of secrets stay in the
 * sandbox and are never written.
 *
 * <p>Backpressure is bytes: an engine reports at most {@link HostedTransfer#WINDOW} bytes of a stream ahead of
 * {@code taken}, which is credit given back as the consumer consumes; towards the sandbox, the next buffer comes when the
 * future of the last is done.
 *
 * <p>Request ids: the engine keeps the id of each create, snapshot and stop with snapshots beside its record, and gives a
 * repeat what the first gave ({@link io.camelsandbox.sandbox.RequestIds#requireSame}).
 *
 * <p>No call but {@link #check} blocks, and {@code check} does no input or output. Each may come from any thread. A
 * future fails with a {@link io.camelsandbox.SandboxException} only; it may be completed on an engine's own thread,
 * which core leaves at once.
 */
public interface SandboxHost {

    /** The engine's name. */
    String name();

    /** What it can do; core refuses specs that need what is missing here. */
    Set<Capability> capabilities();

    /**
     * Refuses what this engine cannot give: an image it does not know (the message lists those there are), a field of
     * the security context, a medium, a resource above its ceiling. Called by core before {@link #create}, and by those
     * who want to know before there is a message.
     *
     * @throws io.camelsandbox.SandboxException with the first thing that is wrong: INVALID_REQUEST, NOT_IMPLEMENTED,
     *     RESOURCE_CEILING_EXCEEDED
     */
    void check(SandboxSpec spec);

    /**
     * Makes a sandbox. The future is completed when it is accepted, that is when its record is safe, which is before it
     * runs. All that goes wrong from then on is told as a fact ({@link SandboxFacts.Ending#START_FAILED}). Fails with
     * {@link io.camelsandbox.SandboxCapacityException} when there is no place.
     *
     * <p>What a running sandbox has: the main process {@code command} and {@code args} of the spec, in its working
     * directory, with its environment and secrets; its files and volumes, restored where asked for, before the main
     * process starts; its limits. It lives until the main process ends, a stop or its lifetime.
     */
    CompletableFuture<HostedSandbox> create(CreateOrder order);

    /**
     * Finds a sandbox, one that has ended too as long as its record is kept. Finding one of a JVM that is gone adopts
     * it. Fails with {@code SandboxNotFoundException}.
     */
    CompletableFuture<HostedSandbox> find(String id);

    /** Lists sandboxes, the youngest first. A sandbox made or ended meanwhile may be there or not, but none twice. */
    CompletableFuture<Page<HostedSandbox>> list(SandboxQuery query);

    /** Finds a snapshot. Fails with {@code SandboxSnapshotException}, reason FSS_NOT_FOUND. */
    CompletableFuture<FileSystemSnapshot> findSnapshot(String id);

    /** Waits until a snapshot is {@code ready} or {@code failed}; it may fail as {@link #findSnapshot}. */
    CompletableFuture<FileSystemSnapshot> settledSnapshot(String id);

    /** Lists snapshots, the youngest first. */
    CompletableFuture<Page<FileSystemSnapshot>> listSnapshots(SnapshotQuery query);

    /**
     * Deletes a snapshot. Fails with FSS_NOT_FOUND where there is none, FSS_NOT_READY while it is being taken or
     * restored from.
     */
    CompletableFuture<Void> deleteSnapshot(String id);
}
