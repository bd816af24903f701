package io.camelsandbox.engine.local.conformance;

import io.camelsandbox.conformance.EngineConformance;
import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.engine.local.LocalEngineProvider;
import java.util.Map;

/** The kit where nothing is started ahead of its execution: what is cold behaves as what is warm. */
public class LocalColdConformanceTest extends EngineConformance {

    @Override
    protected SandboxEngine newEngine() {
        return new LocalEngineProvider().create(KitSettings.with(Map.of("spares", "none")));
    }

    @Override
    protected String label() {
        return "local-" + JvmUser.name() + "-cold";
    }
}
