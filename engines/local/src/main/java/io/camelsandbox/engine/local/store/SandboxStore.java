package io.camelsandbox.engine.local.store;

import io.camelsandbox.SandboxCapacityException;
import io.camelsandbox.engine.Page;
import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.engine.SandboxQuery;
import io.camelsandbox.sandbox.RequestIds;
import io.camelsandbox.sandbox.SandboxFilter;
import io.camelsandbox.sandbox.SandboxNotFoundException;
import io.camelsandbox.sandbox.document.SpecDocument;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The records of sandboxes: one file for each, replaced at once and never in part. A record is changed by the engine
 * that made it, and read by all that use the folder. Records of engines that are gone are marked as ended when they are
 * met: SHUTDOWN where the engine was closed, LOST where it died; but not that of a sandbox that outlives its engine, which
 * this one takes over where it adopts. Ended ones are kept for a time and then dropped with
 * their logs. Safe for any number of threads; methods block on the disk.
 */
public final class SandboxStore {

    private static final Duration BETWEEN_PURGES = Duration.ofMinutes(1);

    private final StateFolder folder;
    private final SandboxRecords records;
    private final Duration keepEnded;
    private final int most;
    private final Clock clock;
    /** Sandboxes of this engine that have not ended. */
    private final Map<String, HeldRecord> held = new ConcurrentHashMap<>();
    /** When others ended, and where they are in lists: neither changes any more. */
    private final Map<String, EndedRecord> ended = new ConcurrentHashMap<>();

    private final AtomicReference<Instant> nextPurge;

    private final Orphans orphans;
    private final Predicate<StoredCell> alive;
    private final Queue<StoredSandbox> takenOver = new ConcurrentLinkedQueue<>();

    private record EndedRecord(PageToken place, Instant end) {}

    /**
     * Opens the records of a folder, and mends what a crash left.
     *
     * @param keepEnded how long a record is kept after the end of its sandbox
     * @param most      how many sandboxes of this engine may not have ended at once
     */
    public SandboxStore(StateFolder folder, Duration keepEnded, int most, Clock clock) {
        this(folder, keepEnded, most, clock, Orphans.LEAVE, cell -> false);
    }

    /**
     * Opens the records of a folder, and mends what a crash left.
     *
     * @param alive tells which of the sandboxes that may outlive their engine do
     */
    public SandboxStore(
            StateFolder folder,
            Duration keepEnded,
            int most,
            Clock clock,
            Orphans orphans,
            Predicate<StoredCell> alive) {
        this.folder = folder;
        this.records = new SandboxRecords(folder);
        this.keepEnded = keepEnded;
        this.most = most;
        this.clock = clock;
        this.orphans = orphans;
        this.alive = alive;
        this.nextPurge = new AtomicReference<>(Instant.MIN);
        purge();
    }

    /**
     * Makes the record of a new sandbox safe, or finds the one that an earlier request of this id made.
     *
     * @param id    for a new one
     * @param facts for a new one
     * @throws io.camelsandbox.SandboxException REQUEST_ID_CONFLICT when the earlier request had another spec;
     *     {@link SandboxCapacityException} when there are as many as may be
     */
    public Acceptance accept(String requestId, String id, SandboxSpec spec, SandboxFacts facts) {
        purgeNowAndThen();
        return folder.locked(() -> {
            Optional<StoredSandbox> earlier = earlier(requestId);
            if (earlier.isPresent()) {
                String first = SpecDocument.toJson(earlier.get().spec());
                RequestIds.requireSame(requestId, first, SpecDocument.toJson(spec));
                return new Acceptance(earlier.get(), true);
            }
            if (held.size() >= most) {
                throw new SandboxCapacityException(
                        "there are " + held.size()
                                + " sandboxes already, as many as may be: stop some, or raise the engine property maxSandboxes");
            }
            var sandbox =
                    new StoredSandbox(id, requestId, folder.owner(), spec, facts, Optional.empty(), Optional.empty());
            records.remember(requestId, id);
            records.write(sandbox);
            held.put(id, new HeldRecord(records, sandbox));
            return new Acceptance(sandbox, false);
        });
    }

    private Optional<StoredSandbox> earlier(String requestId) throws IOException {
        Optional<String> made = records.made(requestId);
        return made.isPresent() ? readLocked(made.get()) : Optional.empty();
    }

    /** The record; fails with {@code SandboxNotFoundException}. */
    public StoredSandbox find(String id) {
        return folder.io(() -> isId(id) ? read(id) : Optional.<StoredSandbox>empty())
                .orElseThrow(() -> new SandboxNotFoundException(id));
    }

    private static boolean isId(String id) {
        return SafeFiles.isPlain(id);
    }

    /** A page of records, the youngest first, none twice. Fails with INVALID_REQUEST for a token it never gave. */
    public Page<StoredSandbox> list(SandboxQuery query) {
        SandboxFilter filter = query.filter();
        boolean alsoEnded = filter.status().isPresent()
                ? filter.status().get().terminal()
                : filter.ended() == SandboxFilter.Ended.SHOWN;
        return folder.io(() -> {
            var places = new ArrayList<PageToken>();
            for (String id : records.ids()) {
                EndedRecord over = ended.get(id);
                if (over == null) {
                    read(id).map(SandboxStore::place).ifPresent(places::add);
                } else if (alsoEnded) {
                    places.add(over.place());
                }
            }
            return Paging.page(places, query.pageSize(), query.pageToken(), place -> folder.io(() -> read(place.id()))
                    .filter(sandbox -> filter.matches(sandbox.spec(), sandbox.facts())));
        });
    }

    private static PageToken place(StoredSandbox sandbox) {
        return new PageToken(sandbox.facts().created(), sandbox.id());
    }

    /** True when this engine holds the sandbox, so that its facts are the engine's and not the record's. */
    public boolean owns(StoredSandbox sandbox) {
        return sandbox.owner().equals(folder.owner());
    }

    /**
     * Makes facts of a sandbox of this engine safe. May be called out of order: facts that are behind those that are
     * kept are passed over.
     */
    public void save(String id, SandboxFacts facts) {
        change(id, now -> progress(facts) < progress(now.facts()) ? now : now.withFacts(facts));
    }

    private static int progress(SandboxFacts facts) {
        return (facts.started().isPresent() ? 1 : 0)
                + (facts.stopRequested().isPresent() ? 1 : 0)
                + (facts.ended().isPresent() ? 4 : 0);
    }

    /**
     * Changes the record of a sandbox of this engine, one change at a time.
     *
     * @return the record after it
     */
    public StoredSandbox change(String id, UnaryOperator<StoredSandbox> change) {
        HeldRecord record = held.get(id);
        StoredSandbox next = folder.io(() -> record != null ? record.change(change) : changeEnded(id, change));
        if (next.facts().ended().isPresent()) {
            noteEnd(next);
            held.remove(id);
        }
        return next;
    }

    private StoredSandbox changeEnded(String id, UnaryOperator<StoredSandbox> change) {
        return folder.locked(() -> {
            StoredSandbox now = readLocked(id).orElseThrow(() -> new SandboxNotFoundException(id));
            StoredSandbox next = change.apply(now);
            if (!next.equals(now)) {
                records.write(next);
            }
            return next;
        });
    }

    private void noteEnd(StoredSandbox sandbox) {
        ended.put(
                sandbox.id(),
                new EndedRecord(place(sandbox), sandbox.facts().ended().orElseThrow()));
    }

    private Optional<StoredSandbox> read(String id) throws IOException {
        HeldRecord own = held.get(id);
        if (own != null) {
            return Optional.of(own.now());
        }
        Optional<StoredSandbox> found = records.read(id);
        boolean settled = found.filter(sandbox -> sandbox.facts().ended().isPresent() && !isOver(sandbox))
                .isPresent();
        if (settled) {
            noteEnd(found.get());
        }
        return settled || found.isEmpty() ? found : folder.locked(() -> readLocked(id));
    }

    private Optional<StoredSandbox> readLocked(String id) throws IOException {
        HeldRecord own = held.get(id);
        if (own != null) {
            return Optional.of(own.now());
        }
        Optional<StoredSandbox> found = records.read(id);
        if (found.isEmpty()) {
            return found;
        }
        StoredSandbox sandbox = mended(found.get());
        if (sandbox.facts().ended().isEmpty()) {
            return Optional.of(sandbox);
        }
        if (isOver(sandbox)) {
            records.delete(sandbox);
            ended.remove(id);
            return Optional.empty();
        }
        noteEnd(sandbox);
        return Optional.of(sandbox);
    }

    private boolean isOver(StoredSandbox sandbox) {
        Instant end = sandbox.facts().ended().orElseThrow();
        return end.plus(keepEnded).isBefore(clock.instant());
    }

    /** Marks a sandbox as ended whose engine is gone. */
    private StoredSandbox mended(StoredSandbox sandbox) throws IOException {
        if (sandbox.facts().ended().isPresent()) {
            return sandbox;
        }
        Owners.State owner = folder.state(sandbox.owner());
        if (owner == Owners.State.ALIVE) {
            return sandbox;
        }
        if (sandbox.cell().filter(alive).isPresent()) {
            return orphans == Orphans.ADOPT ? takeOver(sandbox) : sandbox;
        }
        boolean closed = owner == Owners.State.CLOSED && sandbox.cell().isEmpty();
        var end = closed ? SandboxFacts.Ending.SHUTDOWN : SandboxFacts.Ending.LOST;
        StoredSandbox over = sandbox.withFacts(sandbox.facts().toBuilder()
                .ended(clock.instant(), end)
                .reason(closed ? "its engine was closed" : "the process that held it is gone")
                .build());
        records.write(over);
        return over;
    }

    private StoredSandbox takeOver(StoredSandbox sandbox) throws IOException {
        StoredSandbox own = sandbox.ownedBy(folder.owner());
        records.write(own);
        takenOver.add(own);
        held.put(own.id(), new HeldRecord(records, own));
        return own;
    }

    /** The next sandbox that is this engine's since it was met, and was another's; each is given once. */
    public Optional<StoredSandbox> nextTakenOver() {
        return Optional.ofNullable(takenOver.poll());
    }

    private void purgeNowAndThen() {
        Instant due = nextPurge.get();
        if (!clock.instant().isBefore(due)) {
            purge();
        }
    }

    /** Drops what was kept for long enough. Also done by the other methods, now and then. */
    public void purge() {
        nextPurge.set(clock.instant().plus(BETWEEN_PURGES));
        List<String> dead = folder.deadOwners();
        Set<String> there = folder.io(() -> new HashSet<>(records.ids()));
        ended.keySet().retainAll(there);
        for (String id : there) {
            if (!held.containsKey(id) && isDue(id)) {
                folder.locked(() -> {
                    if (readLocked(id).isEmpty()) {
                        records.deleteRemains(id);
                    }
                    return null;
                });
            }
        }
        folder.forget(dead);
    }

    private boolean isDue(String id) {
        EndedRecord over = ended.get(id);
        return over == null || over.end().plus(keepEnded).isBefore(clock.instant());
    }
}
