package io.camelsandbox.engine.local.store;

import io.camelsandbox.sandbox.FileSystemSnapshot;
import java.util.Objects;
import java.util.Optional;

/**
 * The record of one snapshot.
 *
 * @param snapshot   what the world sees of it
 * @param requestKey the same for requests of which one is the repeat of the other
 * @param owner      the store that takes it, see {@link StateFolder#owner()}
 * @param sha256     of its archive's file; empty until it is ready
 */
record StoredSnapshot(FileSystemSnapshot snapshot, String requestKey, String owner, Optional<String> sha256) {

    StoredSnapshot {
        Objects.requireNonNull(snapshot);
        Objects.requireNonNull(requestKey);
        Objects.requireNonNull(owner);
        Objects.requireNonNull(sha256);
    }

    StoredSnapshot with(FileSystemSnapshot next, Optional<String> sum) {
        return new StoredSnapshot(next, requestKey, owner, sum);
    }

    /** Where it is in lists. */
    PageToken place() {
        return new PageToken(snapshot.created(), snapshot.id());
    }
}
