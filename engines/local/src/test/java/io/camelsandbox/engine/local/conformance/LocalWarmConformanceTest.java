package io.camelsandbox.engine.local.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.conformance.EngineConformance;
import io.camelsandbox.engine.EngineStats;
import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.engine.local.PrefilledEngine;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;

/** The kit where an interpreter is warm before each execution: what is warm behaves as what is cold. */
public class LocalWarmConformanceTest extends EngineConformance {

    private static final int MOST_CASES = 250;

    private SandboxEngine engine;

    @Override
    protected SandboxEngine newEngine() {
        return new PrefilledEngine(KitSettings.with(Map.of()));
    }

    @Override
    protected String label() {
        return "local-" + JvmUser.name() + "-warm";
    }

    /** Those cases that run many at once find some that are warm; all others find one. */
    @AfterAll
    void theRunsWereWarm() {
        EngineStats.Spares spares = kit().engine().stats().orElseThrow().spares();
        assertThat(spares.hits()).as("of %s", spares).isGreaterThan(MOST_CASES);
    }
}
