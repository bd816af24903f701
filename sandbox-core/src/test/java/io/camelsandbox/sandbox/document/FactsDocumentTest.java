package io.camelsandbox.sandbox.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.Enforcement;
import io.camelsandbox.Guarantee;
import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.sandbox.FileSystemSnapshot;
import io.camelsandbox.sandbox.json.Json;
import io.camelsandbox.sandbox.spec.ResourceOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FactsDocumentTest {

    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678901234Z");

    @Test
    void allFactsSurviveJson() {
        SandboxFacts facts = SandboxFacts.builder(TIME)
                .started(TIME.plusSeconds(1))
                .stopRequested(TIME.plusSeconds(2))
                .ended(TIME.plusSeconds(3), SandboxFacts.Ending.LIFETIME)
                .exitCode(0)
                .reason("its time was over")
                .maxLifetime(Duration.ofMillis(1500))
                .resources(ResourceOptions.of("1", "1Gi"))
                .enforcement(new Enforcement(Map.of(Guarantee.MEMORY, Enforcement.Level.BEST_EFFORT)))
                .runnerId("r")
                .runnerGroupId("g")
                .build();

        SandboxFacts again = again(facts);

        assertThat(again).usingRecursiveComparison().isEqualTo(facts);
        assertThat(again.exitCode()).hasValue(0);
    }

    @Test
    void whatIsNotKnownStaysUnknown() {
        SandboxFacts facts = again(SandboxFacts.builder(TIME).build());

        assertThat(facts.started()).isEmpty();
        assertThat(facts.ended()).isEmpty();
        assertThat(facts.exitCode()).isEmpty();
        assertThat(facts.enforcement()).isEmpty();
    }

    @Test
    void snapshotsSurviveJsonToo() {
        FileSystemSnapshot snapshot = FileSystemSnapshot.creating(
                        "s", "sb", "v", FileSystemSnapshot.Trigger.ON_DELETE, Optional.of("r"), TIME)
                .ready(5, TIME.plusSeconds(1));
        FileSystemSnapshot failed = FileSystemSnapshot.creating(
                        "s", "sb", "v", FileSystemSnapshot.Trigger.MANUAL, Optional.empty(), TIME)
                .failed("why", TIME);

        assertThat(SnapshotDocument.fromMap(Json.parseObject(Json.write(SnapshotDocument.toMap(snapshot)))))
                .isEqualTo(snapshot);
        assertThat(SnapshotDocument.fromMap(Json.parseObject(Json.write(SnapshotDocument.toMap(failed)))))
                .isEqualTo(failed);
    }

    private static SandboxFacts again(SandboxFacts facts) {
        return FactsDocument.fromMap(Json.parseObject(Json.write(FactsDocument.toMap(facts))));
    }
}
