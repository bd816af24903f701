package io.camelsandbox.engine.local.store;

import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.engine.SandboxQuery;
import io.camelsandbox.sandbox.SandboxFilter;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What tests of the store need again and again. */
final class Stores {

    static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
    static final SandboxSpec SPEC = SandboxSpec.builder()
            .command("sleep")
            .args(List.of("60"))
            .tags(List.of("a", "b"))
            .build();
    static final SandboxSpec OTHER = SandboxSpec.builder().command("true").build();
    static final SandboxFilter ALL = SandboxFilter.builder().showTerminated().build();

    private Stores() {}

    /** The state folder as an engine of this JVM uses it. */
    static StateFolder open(Path folder) {
        return open(folder, "jvm" + ProcessHandle.current().pid());
    }

    static StateFolder open(Path folder, String jvm) {
        return StateFolder.open(List.of(folder), user(folder.getParent()), jvm);
    }

    private static long user(Path own) {
        try {
            return ((Number) Files.getAttribute(own, "unix:uid")).longValue();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static SandboxStore store(StateFolder folder) {
        return new SandboxStore(folder, Duration.ofHours(1), 1_000, Clock.systemUTC());
    }

    static SandboxFacts created(Instant when) {
        return SandboxFacts.builder(when).build();
    }

    static StoredSandbox accept(SandboxStore store, String id) {
        return store.accept("request of " + id, id, SPEC, created(Instant.now()))
                .sandbox();
    }

    static SandboxFacts ended(SandboxFacts facts, Instant when) {
        return facts.toBuilder()
                .ended(when, SandboxFacts.Ending.EXITED)
                .exitCode(0)
                .build();
    }

    /** The ids of a whole list, page by page. */
    static List<String> ids(SandboxStore store, SandboxFilter filter, int pageSize) {
        var ids = new ArrayList<String>();
        Optional<String> token = Optional.empty();
        do {
            var page = store.list(new SandboxQuery(filter, pageSize, token));
            page.items().forEach(sandbox -> ids.add(sandbox.id()));
            token = page.nextToken();
        } while (token.isPresent());
        return ids;
    }
}
