package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import javax.management.ObjectName;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.console.DevConsole;
import org.apache.camel.console.DevConsoleRegistry;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.WritableHealthCheckRepository;
import org.apache.camel.util.json.JsonArray;
import org.apache.camel.util.json.JsonObject;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthAndConsoleTest extends ScriptedSandboxTest {

    @Override
    protected CamelContext createCamelContext() throws Exception {
        CamelContext context = super.createCamelContext();
        context.getComponent("sandbox", SandboxComponent.class).setMaxConcurrent(1);
        context.getComponent("sandbox", SandboxComponent.class).setMaxQueued(1);
        context.setDevConsole(true);
        return context;
    }

    @Override
    protected boolean useJmx() {
        return true;
    }

    @Override
    protected RouteBuilder createRouteBuilder() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:in").routeId("r").to("sandbox:python?code=SECRET&env.A=SECRET&timeout=5");
            }
        };
    }

    private WritableHealthCheckRepository producers() {
        WritableHealthCheckRepository producers =
                HealthCheckHelper.getHealthCheckRepository(context, "producers", WritableHealthCheckRepository.class);
        // Camel has checks of producers off unless it is told otherwise.
        producers.setEnabled(true);
        return producers;
    }

    private HealthCheck check() {
        return producers().stream()
                .filter(check -> check.getId().contains("sandbox"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aProducerIsUpAndItsCheckShowsNoSecret() {
        HealthCheck.Result result = check().call();

        assertThat(result.getState()).isEqualTo(HealthCheck.State.UP);
        assertThat(result.getDetails()).containsEntry("engine", "scripted");
        assertThat(check().getId()).doesNotContain("SECRET");
    }

    @Test
    void aFullQueueIsDown() {
        engine.hold();
        template.asyncSendBody("direct:in", "");
        template.asyncSendBody("direct:in", "");
        SandboxComponent component = context.getComponent("sandbox", SandboxComponent.class);
        Awaitility.await().until(() -> component.getQueued() == 1);

        assertThat(check().call().getState()).isEqualTo(HealthCheck.State.DOWN);
    }

    @Test
    void theCheckIsGoneWithItsRoute() throws Exception {
        context.getRouteController().stopRoute("r");

        assertThat(producers().stream().filter(check -> check.getId().contains("sandbox")))
                .isEmpty();
    }

    @Test
    void theConsoleShowsCountsAndEffectiveLimitsAndNoSecret() {
        template.sendBody("direct:in", "");
        DevConsole console = context.getCamelContextExtension()
                .getContextPlugin(DevConsoleRegistry.class)
                .resolveById("sandbox");

        JsonObject json = (JsonObject) console.call(DevConsole.MediaType.JSON);
        assertThat(json)
                .containsEntry("running", 0)
                .containsEntry("finished", 1L)
                .containsEntry("maxConcurrent", 1)
                .containsEntry("engine", "scripted")
                .containsEntry("isolation", "required");
        JsonObject endpoint = (JsonObject) ((JsonArray) json.get("endpoints")).get(0);
        assertThat(endpoint).containsEntry("timeoutMs", 5000L).containsEntry("pids", 128);
        assertThat(json.toJson()).doesNotContain("SECRET");
        assertThat(console.call(DevConsole.MediaType.TEXT).toString())
                .contains("maxConcurrent: 1")
                .doesNotContain("SECRET");
    }

    @Test
    void theConsoleShowsWhatTheEngineCounts() {
        DevConsole console = context.getCamelContextExtension()
                .getContextPlugin(DevConsoleRegistry.class)
                .resolveById("sandbox");

        JsonObject json = (JsonObject) console.call(DevConsole.MediaType.JSON);
        assertThat((JsonObject) json.get("engineStats"))
                .isEqualTo(Map.ofEntries(
                        Map.entry("liveRuns", 1),
                        Map.entry("spares", 2),
                        Map.entry("warmHits", 3L),
                        Map.entry("bareHits", 4L),
                        Map.entry("misses", 5L),
                        Map.entry("refills", 6L),
                        Map.entry("refillFailures", 7L),
                        Map.entry("reapPending", 8),
                        Map.entry("reaped", 9L),
                        Map.entry("reapLagMeanMicros", 10L),
                        Map.entry("reapLagMaxMicros", 11_000L)));
        assertThat(console.call(DevConsole.MediaType.TEXT).toString())
                .contains("warmHits: 3\n")
                .contains("reapLagMaxMicros: 11000\n");
    }

    @ParameterizedTest
    @CsvSource({
        "LiveRuns, 1",
        "Spares, 2",
        "WarmHits, 3",
        "BareHits, 4",
        "WarmMisses, 5",
        "Refills, 6",
        "RefillFailures, 7",
        "ReapPending, 8",
        "Reaped, 9",
        "ReapLagMeanMicros, 10",
        "ReapLagMaxMicros, 11000"
    })
    void whatTheEngineCountsIsAManagedAttribute(String name, String value) throws Exception {
        var server = context.getManagementStrategy().getManagementAgent().getMBeanServer();
        var component = server.queryNames(
                        ObjectName.getInstance("org.apache.camel:context=" + context.getManagementName()
                                + ",type=components,name=\"sandbox\""),
                        null)
                .iterator()
                .next();

        assertThat(server.getAttribute(component, name)).hasToString(value);
    }
}
