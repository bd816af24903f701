package io.camelsandbox.engine.local.conformance;

import io.camelsandbox.conformance.EngineConformance;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.engine.local.LocalEngineProvider;

/** The kit on the local engine as it is set up by default. */
public class LocalConformanceTest extends EngineConformance {

    @Override
    protected SandboxEngine newEngine() {
        return new LocalEngineProvider().create(EngineSettings.DEFAULTS);
    }

    @Override
    protected String label() {
        return "local-" + JvmUser.name();
    }
}
