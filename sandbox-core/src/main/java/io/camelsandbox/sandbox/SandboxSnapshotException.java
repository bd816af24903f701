package io.camelsandbox.sandbox;

import io.camelsandbox.Quoted;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import java.util.Optional;

/** A snapshot could not be taken, found, restored or deleted; the reason, one of FSS_…, says why. */
public class SandboxSnapshotException extends SandboxException {

    private static final long serialVersionUID = 1L;

    private final String snapshotId;

    /** A problem with a snapshot; {@code snapshotId} is null where there is none yet. */
    public SandboxSnapshotException(Reason reason, String message, String snapshotId) {
        super(reason, message);
        this.snapshotId = snapshotId;
    }

    /** No snapshot {@code snapshotId}. */
    public static SandboxSnapshotException notFound(String snapshotId) {
        return new SandboxSnapshotException(
                Reason.FSS_NOT_FOUND, "no snapshot '" + Quoted.text(snapshotId) + "'", snapshotId);
    }

    /** The snapshot; empty where there is none yet. */
    public Optional<String> snapshotId() {
        return Optional.ofNullable(snapshotId);
    }

    /** True when the same request may do later. */
    public boolean retryable() {
        return switch (reason()) {
            case FSS_BACKEND_THROTTLED, FSS_INFLIGHT_LIMIT, FSS_BUCKET_PROVISIONING -> true;
            default -> false;
        };
    }
}
