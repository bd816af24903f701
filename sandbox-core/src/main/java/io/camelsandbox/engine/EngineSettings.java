package io.camelsandbox.engine;

import io.camelsandbox.Guarantee;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * How an engine is set up.
 *
 * @param isolation       how strict it is
 * @param requireEnforced guarantees without which start fails
 * @param properties      options of that engine alone, by the names its documentation gives; an unknown one fails start
 */
public record EngineSettings(Isolation isolation, Set<Guarantee> requireEnforced, Map<String, String> properties) {

    /** Required isolation and nothing else said. */
    public static final EngineSettings DEFAULTS = new EngineSettings(Isolation.REQUIRED, Set.of(), Map.of());

    public EngineSettings {
        Objects.requireNonNull(isolation);
        requireEnforced = Set.copyOf(requireEnforced);
        properties = Map.copyOf(properties);
    }
}
