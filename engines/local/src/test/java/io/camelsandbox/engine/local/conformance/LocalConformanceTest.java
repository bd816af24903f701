package io.camelsandbox.engine.local.conformance;

import io.camelsandbox.conformance.EngineConformance;
import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.engine.local.LocalEngineProvider;
import java.util.Map;

/** The kit on the local engine as it is set up by default. */
public class LocalConformanceTest extends EngineConformance {

    @Override
    protected SandboxEngine newEngine() {
        return new LocalEngineProvider().create(KitSettings.with(Map.of()));
    }

    @Override
    protected String label() {
        return "local-" + JvmUser.name();
    }
}
