package io.camelsandbox.engine.local.live;

import io.camelsandbox.engine.Cancellable;
import io.camelsandbox.engine.Receiver;
import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.engine.local.wire.IoLoop;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** What is known of a sandbox, and who wants to know. Read from any thread, changed on the loop's. */
final class FactsBoard {

    private final IoLoop loop;
    private final Set<Receiver<SandboxFacts>> watchers = new LinkedHashSet<>();
    private volatile SandboxFacts facts;

    FactsBoard(IoLoop loop, SandboxFacts facts) {
        this.loop = loop;
        this.facts = facts;
    }

    SandboxFacts now() {
        return facts;
    }

    void change(UnaryOperator<SandboxFacts> change) {
        facts = change.apply(facts);
        List.copyOf(watchers).forEach(watcher -> watcher.next(facts));
        if (facts.ended().isPresent()) {
            List.copyOf(watchers).forEach(Receiver::complete);
            watchers.clear();
        }
    }

    Cancellable watch(Receiver<SandboxFacts> receiver) {
        loop.execute(() -> {
            receiver.next(facts);
            if (facts.ended().isPresent()) {
                receiver.complete();
            } else {
                watchers.add(receiver);
            }
        });
        return () -> loop.execute(() -> watchers.remove(receiver));
    }
}
