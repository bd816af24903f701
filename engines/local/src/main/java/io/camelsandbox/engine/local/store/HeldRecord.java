package io.camelsandbox.engine.local.store;

import java.io.IOException;
import java.util.function.UnaryOperator;

/** The record of a sandbox that this engine holds: what is in memory is what is in the file. */
final class HeldRecord {

    private final SandboxRecords records;
    private volatile StoredSandbox sandbox;

    HeldRecord(SandboxRecords records, StoredSandbox sandbox) {
        this.records = records;
        this.sandbox = sandbox;
    }

    StoredSandbox now() {
        return sandbox;
    }

    synchronized StoredSandbox change(UnaryOperator<StoredSandbox> change) throws IOException {
        StoredSandbox next = change.apply(sandbox);
        if (!next.equals(sandbox)) {
            records.write(next);
            sandbox = next;
        }
        return next;
    }
}
