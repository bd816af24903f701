package io.camelsandbox.engine.local.live;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.CreateOrder;
import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.engine.local.store.Acceptance;
import io.camelsandbox.engine.local.store.Images;
import io.camelsandbox.engine.local.store.SandboxLog;
import io.camelsandbox.engine.local.store.StoredSandbox;
import io.camelsandbox.sandbox.FileSystemSnapshot;
import io.camelsandbox.sandbox.SandboxSnapshotException;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** How a sandbox comes to be: its record first, then its cell. Blocks on the disk. */
final class Creation {

    private static final Duration LIFETIME = Duration.ofMinutes(10);

    private final Means means;
    private final Storage storage;
    private final Cells cells;
    private final Map<String, LocalSandbox> held;

    /** @param held those that this engine holds: a new one is added, and taken out at its end */
    Creation(Means means, Storage storage, Cells cells, Map<String, LocalSandbox> held) {
        this.means = means;
        this.storage = storage;
        this.cells = cells;
        this.held = held;
    }

    /** Makes its record safe and begins to make it, or finds what an earlier request made. */
    StoredSandbox accept(CreateOrder order) {
        SandboxSpec spec = order.spec();
        spec.scratchVolumes().forEach(volume -> volume.restoreFromSnapshotId().ifPresent(this::requireReady));
        String id = UUID.randomUUID().toString();
        SandboxFacts facts = SandboxFacts.builder(means.clock().instant())
                .maxLifetime(spec.maxLifetime().orElse(LIFETIME))
                .resources(new SpecPlan(spec).resources())
                .build();
        var environment = new Environment(spec, order.secrets());
        var sandbox = new LocalSandbox(id, spec, environment, facts, means, storage, () -> held.remove(id));
        // a repeat must find it from the moment its record is there
        held.put(id, sandbox);
        try {
            Acceptance acceptance = storage.records().accept(order.requestId(), id, spec, facts);
            if (acceptance.repeat()) {
                held.remove(id);
            } else {
                SandboxLog log = storage.logs().create(id);
                sandbox.logsTo(log);
                means.background().execute(() -> start(sandbox, log));
            }
            return acceptance.sandbox();
        } catch (SandboxException e) {
            held.remove(id);
            throw e;
        }
    }

    private void requireReady(String snapshot) {
        FileSystemSnapshot found = storage.snapshots().find(snapshot);
        if (found.status() != FileSystemSnapshot.Status.READY) {
            throw new SandboxSnapshotException(
                    Reason.FSS_NOT_READY,
                    "the snapshot cannot be restored: it is " + found.status().id(),
                    snapshot);
        }
    }

    private void start(LocalSandbox sandbox, SandboxLog log) {
        SandboxSpec spec = sandbox.spec();
        try {
            Optional<Path> image = storage.images().root(spec.image().orElse(Images.HOST));
            Cell cell = prepare(spec, image, MountedFiles.write(spec.mountedFiles(), cells));
            means.loop().execute(() -> sandbox.life().begin(cell, log));
        } catch (SandboxException e) {
            means.loop().execute(() -> sandbox.life().neverBegan(e));
        }
    }

    private Cell prepare(SandboxSpec spec, Optional<Path> image, MountedFiles files) {
        try {
            return cells.prepare(new SpecPlan(spec).cell(image, files.shown()), files::delete);
        } catch (SandboxException e) {
            files.delete();
            throw e;
        }
    }
}
