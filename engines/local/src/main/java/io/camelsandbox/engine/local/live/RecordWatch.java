package io.camelsandbox.engine.local.live;

import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.Cancellable;
import io.camelsandbox.engine.Receiver;
import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.engine.local.store.SandboxStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Watches a sandbox that another engine holds, by looking at its record again and again. */
final class RecordWatch implements Cancellable {

    private static final Duration INTERVAL = Duration.ofMillis(250);

    private final String id;
    private final Means means;
    private final SandboxStore records;
    private final Receiver<SandboxFacts> receiver;
    private SandboxFacts last;
    private boolean over;

    RecordWatch(String id, Means means, SandboxStore records, Receiver<SandboxFacts> receiver) {
        this.id = id;
        this.means = means;
        this.records = records;
        this.receiver = receiver;
    }

    RecordWatch begin() {
        look();
        return this;
    }

    private void look() {
        Later.call(means.background(), () -> records.find(id).facts())
                .whenComplete((facts, problem) -> means.loop().execute(() -> seen(facts, problem)));
    }

    private void seen(SandboxFacts facts, Throwable problem) {
        if (over) {
            return;
        }
        if (problem != null) {
            over = true;
            receiver.failed((SandboxException) problem);
            return;
        }
        if (last == null || changed(facts)) {
            last = facts;
            receiver.next(facts);
        }
        if (facts.ended().isPresent()) {
            over = true;
            receiver.complete();
        } else {
            means.loop().schedule(INTERVAL, this::look);
        }
    }

    private boolean changed(SandboxFacts facts) {
        return !times(facts).equals(times(last));
    }

    private record Times(Optional<Instant> started, Optional<Instant> stopRequested, Optional<Instant> ended) {}

    private static Times times(SandboxFacts facts) {
        return new Times(facts.started(), facts.stopRequested(), facts.ended());
    }

    @Override
    public void cancel() {
        means.loop().execute(() -> over = true);
    }
}
