package io.camelsandbox.sandbox.document;

import static io.camelsandbox.sandbox.document.SpecDocument.put;

import io.camelsandbox.Enforcement;
import io.camelsandbox.Guarantee;
import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.sandbox.SandboxStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** {@link SandboxFacts} as plain values, for the stores of engines. */
public final class FactsDocument {

    private FactsDocument() {}

    /** Writes what {@link #fromMap} reads. */
    public static Map<String, Object> toMap(SandboxFacts facts) {
        var map = new LinkedHashMap<String, Object>();
        map.put("created", facts.created().toString());
        put(map, "started", facts.started().map(Instant::toString));
        put(map, "stop_requested", facts.stopRequested().map(Instant::toString));
        put(map, "ended", facts.ended().map(Instant::toString));
        put(map, "ending", facts.ending().map(Parts::id));
        facts.exitCode().ifPresent(code -> map.put("exit_code", code));
        put(map, "reason", facts.reason());
        put(map, "reported", facts.reported().map(Parts::id));
        put(map, "max_lifetime_ms", facts.maxLifetime().map(Duration::toMillis));
        put(map, "resources", facts.resources().map(Parts::write));
        put(map, "enforcement", facts.enforcement().map(FactsDocument::write));
        put(map, "runner_id", facts.runnerId());
        put(map, "runner_group_id", facts.runnerGroupId());
        return map;
    }

    /**
     * Reads facts.
     *
     * @throws RuntimeException when it is not what {@link #toMap} writes
     */
    public static SandboxFacts fromMap(Map<String, ?> document) {
        Fields fields = Fields.of("facts", document);
        var builder = SandboxFacts.builder(Instant.parse(fields.requiredText("created")))
                .started(time(fields, "started"))
                .stopRequested(time(fields, "stop_requested"))
                .reason(fields.text("reason").orElse(null))
                .reported(fields.choice("reported", SandboxStatus.class).orElse(null))
                .resources(fields.object("resources", Parts::readResources).orElse(null))
                .enforcement(fields.object("enforcement", FactsDocument::readEnforcement)
                        .orElse(null))
                .runnerId(fields.text("runner_id").orElse(null))
                .runnerGroupId(fields.text("runner_group_id").orElse(null));
        fields.integer("exit_code").ifPresent(builder::exitCode);
        fields.number("max_lifetime_ms").ifPresent(millis -> builder.maxLifetime(Duration.ofMillis(millis)));
        Optional<SandboxFacts.Ending> ending = fields.choice("ending", SandboxFacts.Ending.class);
        ending.ifPresent(how -> builder.ended(Instant.parse(fields.requiredText("ended")), how));
        return builder.build();
    }

    private static Instant time(Fields fields, String name) {
        return fields.text(name).map(Instant::parse).orElse(null);
    }

    private static Map<String, Object> write(Enforcement enforcement) {
        var map = new LinkedHashMap<String, Object>();
        enforcement.levels().forEach((guarantee, level) -> map.put(guarantee.id(), level.id()));
        return map;
    }

    private static Enforcement readEnforcement(Fields fields) {
        var levels = new EnumMap<Guarantee, Enforcement.Level>(Guarantee.class);
        for (Guarantee guarantee : Guarantee.values()) {
            fields.choice(guarantee.id(), Enforcement.Level.class).ifPresent(level -> levels.put(guarantee, level));
        }
        return new Enforcement(levels);
    }
}
