package io.camelsandbox.engine.local.live;

import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.Isolation;
import io.camelsandbox.engine.local.LocalEngine;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.Sandboxes;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** An engine and the way to its sandboxes, for each test. */
@Timeout(120)
abstract class LiveTest {

    private LocalEngine engine;
    private Sandboxes sandboxes;

    @BeforeEach
    void start() {
        engine = new LocalEngine(new EngineSettings(Isolation.REQUIRED, Set.of(), properties()));
        engine.start();
        sandboxes = Sandboxes.on(engine);
    }

    @AfterEach
    void stop() {
        sandboxes.close();
        engine.close();
    }

    /** Engine properties; none unless a test says otherwise. */
    Map<String, String> properties() {
        return Map.of("spares", "none");
    }

    LocalEngine engine() {
        return engine;
    }

    Sandboxes sandboxes() {
        return sandboxes;
    }

    /** A sandbox that runs and does nothing until it is told to. */
    Sandbox running() throws Exception {
        return running(SandboxSpec.builder().build());
    }

    Sandbox running(SandboxSpec spec) throws Exception {
        return get(get(sandboxes.run(spec)).waitUntilRunning());
    }

    static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }
}
