package io.camelsandbox.engine.local.store;

import io.camelsandbox.engine.Page;
import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.engine.SandboxQuery;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.time.Clock;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * The records of sandboxes: one file for each, replaced at once and never in part. A record is changed by the engine
 * that made it, and read by all that use the folder. Records of engines that are gone are marked as ended when they are
 * met: SHUTDOWN where the engine was closed, LOST where it died. Ended ones are kept for a time and then dropped with
 * their logs. Safe for any number of threads; methods block on the disk.
 */
public final class SandboxStore {

    /**
     * Opens the records of a folder, and mends what a crash left.
     *
     * @param keepEnded how long a record is kept after the end of its sandbox
     * @param most      how many sandboxes of this engine may not have ended at once
     */
    public SandboxStore(StateFolder folder, Duration keepEnded, int most, Clock clock) {
        throw new UnsupportedOperationException();
    }

    /**
     * Makes the record of a new sandbox safe, or finds the one that an earlier request of this id made.
     *
     * @param id    for a new one
     * @param facts for a new one
     * @throws io.camelsandbox.SandboxException REQUEST_ID_CONFLICT when the earlier request had another spec;
     *     {@link io.camelsandbox.SandboxCapacityException} when there are as many as may be
     */
    public Acceptance accept(String requestId, String id, SandboxSpec spec, SandboxFacts facts) {
        throw new UnsupportedOperationException();
    }

    /** The record; fails with {@code SandboxNotFoundException}. */
    public StoredSandbox find(String id) {
        throw new UnsupportedOperationException();
    }

    /** A page of records, the youngest first, none twice. Fails with INVALID_REQUEST for a token it never gave. */
    public Page<StoredSandbox> list(SandboxQuery query) {
        throw new UnsupportedOperationException();
    }

    /** True when this engine holds the sandbox, so that its facts are the engine's and not the record's. */
    public boolean owns(StoredSandbox sandbox) {
        throw new UnsupportedOperationException();
    }

    /**
     * Makes facts of a sandbox of this engine safe. May be called out of order: facts that are behind those that are
     * kept are passed over.
     */
    public void save(String id, SandboxFacts facts) {
        throw new UnsupportedOperationException();
    }

    /**
     * Changes the record of a sandbox of this engine, one change at a time.
     *
     * @return the record after it
     */
    public StoredSandbox change(String id, UnaryOperator<StoredSandbox> change) {
        throw new UnsupportedOperationException();
    }

    /** Drops what was kept for long enough. Also done by the other methods, now and then. */
    public void purge() {
        throw new UnsupportedOperationException();
    }
}
