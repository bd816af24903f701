package io.camelsandbox.engine.local.live;

import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.local.store.SandboxLog;
import io.camelsandbox.engine.local.store.StoredSandbox;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How sandboxes whose engine has died become those of this one. Blocks on the disk. */
final class Adoption {

    private static final Logger LOG = LoggerFactory.getLogger(Adoption.class);

    private final Means means;
    private final Storage storage;
    private final Cells cells;
    private final Map<String, LocalSandbox> held;

    /** @param held those that this engine holds: adopted ones are added, and taken out at their end */
    Adoption(Means means, Storage storage, Cells cells, Map<String, LocalSandbox> held) {
        this.means = means;
        this.storage = storage;
        this.cells = cells;
        this.held = held;
    }

    /** Takes all whose records were met; who returns from this finds them among those that are held. */
    synchronized void takeAll() {
        Optional<StoredSandbox> next = storage.records().nextTakenOver();
        while (next.isPresent()) {
            take(next.get());
            next = storage.records().nextTakenOver();
        }
    }

    private void take(StoredSandbox record) {
        String id = record.id();
        LOG.info("Sandbox {} has outlived its engine and is adopted", id);
        // values of secrets are not written down: what is started from now on is without them
        var environment = new Environment(record.spec(), Map.of());
        var sandbox =
                new LocalSandbox(id, record.spec(), environment, record.facts(), means, storage, () -> held.remove(id));
        held.put(id, sandbox);
        try {
            SandboxLog log = storage.logs().resume(id);
            sandbox.logsTo(log);
            Cell cell = cells.adopt(record.cell().orElseThrow(), new SpecPlan(record.spec()).groupLimits());
            means.loop().execute(() -> sandbox.life().resume(cell, log));
        } catch (SandboxException e) {
            LOG.warn("Sandbox {} could not be adopted: {}", id, e.getMessage());
            means.loop().execute(() -> sandbox.life().neverBegan(e));
        }
    }
}
