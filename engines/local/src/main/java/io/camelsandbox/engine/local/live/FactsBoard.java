package io.camelsandbox.engine.local.live;

import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.Cancellable;
import io.camelsandbox.engine.Receiver;
import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.engine.local.store.SandboxStore;
import io.camelsandbox.engine.local.store.StoredCell;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is known of a sandbox, and who wants to know. Read from any thread, changed on the loop's. */
final class FactsBoard {

    private static final Logger LOG = LoggerFactory.getLogger(FactsBoard.class);

    private final String id;
    private final Means means;
    private final SandboxStore records;
    private final Set<Receiver<SandboxFacts>> watchers = new LinkedHashSet<>();
    private volatile SandboxFacts facts;
    private volatile CompletableFuture<Void> saved = CompletableFuture.completedFuture(null);

    FactsBoard(String id, Means means, SandboxStore records, SandboxFacts facts) {
        this.id = id;
        this.means = means;
        this.records = records;
        this.facts = facts;
    }

    SandboxFacts now() {
        return facts;
    }

    /** Completed when all that was told until now is in the record, or could not be put there. */
    CompletableFuture<Void> saved() {
        return saved;
    }

    /** Something new, told at once and written down soon. */
    void change(UnaryOperator<SandboxFacts> change) {
        facts = change.apply(facts);
        save(facts);
        tell();
    }

    /** The last that there is to know: written down, then told. */
    void end(SandboxFacts last, Runnable afterwards) {
        save(last).thenRun(() -> means.loop().execute(() -> {
            facts = last;
            afterwards.run();
            tell();
            List.copyOf(watchers).forEach(Receiver::complete);
            watchers.clear();
        }));
    }

    /** Writes down what finds the sandbox again; fails when that is not safe. */
    CompletableFuture<Void> found(StoredCell cell) {
        return Later.call(means.background(), () -> {
            records.change(id, record -> record.withCell(cell));
            return null;
        });
    }

    private void tell() {
        List.copyOf(watchers).forEach(watcher -> watcher.next(facts));
    }

    private CompletableFuture<Void> save(SandboxFacts now) {
        CompletableFuture<Void> write = CompletableFuture.runAsync(() -> write(now), means.background());
        saved = CompletableFuture.allOf(saved, write);
        return write;
    }

    private void write(SandboxFacts now) {
        try {
            records.save(id, now);
        } catch (SandboxException e) {
            LOG.warn("What became of sandbox {} could not be written down: {}", id, e.getMessage());
        }
    }

    Cancellable watch(Receiver<SandboxFacts> receiver) {
        means.loop().execute(() -> {
            receiver.next(facts);
            if (facts.ended().isPresent()) {
                receiver.complete();
            } else {
                watchers.add(receiver);
            }
        });
        return () -> means.loop().execute(() -> watchers.remove(receiver));
    }
}
