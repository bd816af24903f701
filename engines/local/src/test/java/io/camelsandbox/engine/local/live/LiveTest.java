package io.camelsandbox.engine.local.live;

import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.Isolation;
import io.camelsandbox.engine.local.LocalEngine;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.Sandboxes;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An engine and the way to its sandboxes, for all tests of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
abstract class LiveTest {

    @TempDir
    static Path folder;

    private LocalEngine engine;
    private Sandboxes sandboxes;

    @BeforeAll
    void start() {
        engine = started(properties());
        sandboxes = Sandboxes.on(engine);
    }

    @AfterAll
    void stop() {
        sandboxes.close();
        engine.close();
    }

    /** Engine properties; a state folder of its own unless a test says otherwise. */
    Map<String, String> properties() {
        return Map.of("spares", "none", "stateDir", state().toString());
    }

    /** Where the engine keeps what outlives it. */
    static Path state() {
        return folder.resolve("state");
    }

    static LocalEngine started(Map<String, String> properties) {
        var engine = new LocalEngine(new EngineSettings(Isolation.REQUIRED, Set.of(), properties));
        engine.start();
        return engine;
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
