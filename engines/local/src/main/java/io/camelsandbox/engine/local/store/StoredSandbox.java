package io.camelsandbox.engine.local.store;

import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.util.Objects;
import java.util.Optional;

/**
 * The record of one sandbox, as it was when it was read.
 *
 * @param id        names it
 * @param requestId of the request that made it
 * @param owner     the store that may change it, see {@link StateFolder#owner()}
 * @param spec      what it was made from, without values of secrets
 * @param facts     what was last known; its created is what lists are ordered by
 * @param stop      the stop that was asked for; empty until then
 * @param cell      what finds it when its engine has died; empty for one that dies with it
 */
public record StoredSandbox(
        String id,
        String requestId,
        String owner,
        SandboxSpec spec,
        SandboxFacts facts,
        Optional<StoredStop> stop,
        Optional<StoredCell> cell) {

    public StoredSandbox {
        Objects.requireNonNull(id);
        Objects.requireNonNull(requestId);
        Objects.requireNonNull(owner);
        Objects.requireNonNull(spec);
        Objects.requireNonNull(facts);
        Objects.requireNonNull(stop);
        Objects.requireNonNull(cell);
    }

    /** This one with other facts. */
    public StoredSandbox withFacts(SandboxFacts next) {
        return new StoredSandbox(id, requestId, owner, spec, next, stop, cell);
    }

    /** This one with its stop. */
    public StoredSandbox withStop(StoredStop asked) {
        return new StoredSandbox(id, requestId, owner, spec, facts, Optional.of(asked), cell);
    }

    /** This one with what finds it again. */
    public StoredSandbox withCell(StoredCell found) {
        return new StoredSandbox(id, requestId, owner, spec, facts, stop, Optional.of(found));
    }

    /** This one as another engine's. */
    StoredSandbox ownedBy(String next) {
        return new StoredSandbox(id, requestId, next, spec, facts, stop, cell);
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "StoredSandbox[" + id + ", " + facts + "]";
    }
}
