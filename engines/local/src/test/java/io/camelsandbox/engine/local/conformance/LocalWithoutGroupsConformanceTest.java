package io.camelsandbox.engine.local.conformance;

import io.camelsandbox.conformance.EngineConformance;
import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.engine.local.LocalEngineProvider;
import java.util.Map;

/** The kit on the local engine where no group can be made. */
public class LocalWithoutGroupsConformanceTest extends EngineConformance {

    @Override
    protected SandboxEngine newEngine() {
        return new LocalEngineProvider().create(KitSettings.with(Map.of("groups", "none")));
    }

    @Override
    protected String label() {
        return "local-" + JvmUser.name() + "-without-groups";
    }
}
