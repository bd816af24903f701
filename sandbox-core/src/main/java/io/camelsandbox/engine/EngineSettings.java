package io.camelsandbox.engine;

import io.camelsandbox.Guarantee;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * How an engine is set up. What an engine cannot honour of it fails its start; nothing is passed over.
 *
 * @param isolation       how strict it is
 * @param requireEnforced guarantees without which start fails
 * @param warm            what is started ahead of its execution; empty leaves it to the engine
 * @param awaitReaped     true hands over a result only when nothing of its sandbox is left; false leaves it to the
 *                        engine when it does
 * @param properties      options of that engine alone, by the names its documentation gives; an unknown one fails start
 */
public record EngineSettings(
        Isolation isolation,
        Set<Guarantee> requireEnforced,
        Optional<WarmStart> warm,
        boolean awaitReaped,
        Map<String, String> properties) {

    /** Required isolation and nothing else said. */
    public static final EngineSettings DEFAULTS = new EngineSettings(Isolation.REQUIRED, Set.of(), Map.of());

    public EngineSettings {
        Objects.requireNonNull(isolation);
        Objects.requireNonNull(warm);
        requireEnforced = Set.copyOf(requireEnforced);
        properties = Map.copyOf(properties);
    }

    /** Settings that leave to the engine when it starts what, and when results are handed over. */
    public EngineSettings(Isolation isolation, Set<Guarantee> requireEnforced, Map<String, String> properties) {
        this(isolation, requireEnforced, Optional.empty(), false, properties);
    }
}
