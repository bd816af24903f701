package io.camelsandbox.component;

import io.camelsandbox.engine.EngineStats;
import java.util.Map;
import org.apache.camel.spi.annotations.DevConsole;
import org.apache.camel.support.console.AbstractDevConsole;
import org.apache.camel.util.json.JsonArray;
import org.apache.camel.util.json.JsonObject;

/** Shows counts, limits and what is enforced; never code and never a value of the environment. */
@DevConsole(name = "sandbox", displayName = "Sandbox", description = "Runs, limits and isolation of sandboxes")
public class SandboxDevConsole extends AbstractDevConsole {

    private static final String ENGINE_STATS = "engineStats";

    public SandboxDevConsole() {
        super("camel", "sandbox", "Sandbox", "Runs, limits and isolation of sandboxes");
    }

    @Override
    protected String doCallText(Map<String, Object> options) {
        var text = new StringBuilder();
        JsonObject json = doCallJson(options);
        appendTo(text, json);
        return text.toString();
    }

    private static void appendTo(StringBuilder text, JsonObject json) {
        json.forEach((name, value) -> {
            if (name.equals(ENGINE_STATS)) {
                appendTo(text, (JsonObject) value);
            } else {
                text.append(name).append(": ").append(value).append('\n');
            }
        });
    }

    @Override
    protected JsonObject doCallJson(Map<String, Object> options) {
        var root = new JsonObject();
        SandboxComponent component =
                getCamelContext().hasComponent("sandbox") instanceof SandboxComponent found ? found : null;
        if (component == null) {
            return root;
        }
        root.put("running", component.getRunning());
        root.put("queued", component.getQueued());
        root.put("finished", component.getFinished());
        root.put("failed", component.getFailed());
        root.put("liveSandboxes", component.getLiveSandboxes());
        root.put("maxSandboxes", component.getMaxSandboxes());
        root.put("sandboxes", sandboxes(component));
        root.put("maxConcurrent", component.effectiveMaxConcurrent());
        root.put("maxQueued", component.getMaxQueued());
        root.put("queueTimeout", component.getQueueTimeout());
        root.put("isolation", component.getIsolation());
        var probe = component.probe();
        if (probe != null) {
            root.put("engine", probe.engine());
            var enforcement = new JsonObject();
            probe.enforcement().levels().forEach((guarantee, level) -> enforcement.put(guarantee.id(), level.id()));
            root.put("enforcement", enforcement);
        }
        component.engineStats().ifPresent(stats -> root.put(ENGINE_STATS, engineStats(stats)));
        root.put("endpoints", endpoints());
        return root;
    }

    private static JsonObject engineStats(EngineStats stats) {
        var json = new JsonObject();
        json.put("liveRuns", stats.liveRuns());
        json.put("spares", stats.spares().ready());
        json.put("warmHits", stats.spares().hits());
        json.put("bareHits", stats.spares().bareHits());
        json.put("misses", stats.spares().misses());
        json.put("refills", stats.spares().refills());
        json.put("refillFailures", stats.spares().failures());
        json.put("reapPending", stats.reaping().pending());
        json.put("reaped", stats.reaping().count());
        json.put("reapLagMeanMicros", stats.reaping().mean().toNanos() / 1000);
        json.put("reapLagMaxMicros", stats.reaping().max().toNanos() / 1000);
        return json;
    }

    private static JsonArray sandboxes(SandboxComponent component) {
        var sandboxes = new JsonArray();
        component.heldSandboxes().forEach(sandbox -> {
            var json = new JsonObject();
            json.put("id", sandbox.getId());
            json.put("status", sandbox.getStatus());
            json.put("created", sandbox.getCreatedAt());
            sandboxes.add(json);
        });
        return sandboxes;
    }

    private JsonArray endpoints() {
        var endpoints = new JsonArray();
        for (var endpoint : getCamelContext().getEndpoints()) {
            if (endpoint instanceof SandboxEndpoint sandbox && sandbox.isUsable()) {
                var limits = sandbox.limits();
                var json = new JsonObject();
                json.put("uri", sandbox.toString());
                json.put("timeoutMs", limits.timeout().toMillis());
                json.put("memory", limits.memory());
                json.put("cpu", limits.cpu());
                json.put("pids", limits.pids());
                json.put("disk", limits.disk());
                json.put("files", limits.files());
                json.put("openFiles", limits.openFiles());
                json.put("maxOutput", limits.output());
                endpoints.add(json);
            }
        }
        return endpoints;
    }
}
