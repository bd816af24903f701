package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.Enforcement.Level;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Guarantee;
import io.camelsandbox.Limits;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.Isolation;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Machines on which no group can be made. */
@Timeout(60)
class WithoutGroupsTest {

    private static LocalEngine engine;

    @BeforeAll
    static void start() {
        engine = new LocalEngine(new EngineSettings(Isolation.REQUIRED, Set.of(), Map.of("groups", "none")));
        engine.start();
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    private static ExecutionResult run(String script, Limits limits) throws Exception {
        return engine.run(Executions.shell(script).limits(limits).build()).get(50, TimeUnit.SECONDS);
    }

    @Test
    void saysThatLimitsAreBestEffort() throws Exception {
        ExecutionResult result = run("true", Limits.DEFAULTS);
        assertThat(result.enforcement().level(Guarantee.MEMORY)).isEqualTo(Level.BEST_EFFORT);
        assertThat(result.enforcement().level(Guarantee.PIDS)).isEqualTo(Level.BEST_EFFORT);
        assertThat(result.enforcement().level(Guarantee.CPU)).isEqualTo(Level.UNAVAILABLE);
        assertThat(result.enforcement().level(Guarantee.DISK)).isEqualTo(Level.ENFORCED);
    }

    @Test
    void stillLimitsProcesses() throws Exception {
        ExecutionResult result = run(
                "for i in $(seq 100); do sleep 9 & done; echo all of them",
                Limits.DEFAULTS.withPids(16).withTimeout(Duration.ofSeconds(8)));
        assertThat(result.stdout().text()).isEmpty();
        assertThat(result.exitCode()).isNotZero();
    }

    @Test
    void stillLimitsAProcessesMemory() throws Exception {
        ExecutionResult result = run("tail /dev/zero", Limits.DEFAULTS.withMemory(64L << 20));
        assertThat(result.succeeded()).isFalse();
        assertThat(result.stderr().text()).contains("memory");
    }
}
