package io.camelsandbox.engine.local;

import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.Isolation;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A JVM with an engine in whose sandboxes something sleeps; a program of its own, to be killed. */
final class SleepingEngine {

    private static final int SANDBOXES = 20;

    private SleepingEngine() {}

    /** Takes a folder for the engine and for how many seconds to sleep. */
    public static void main(String[] args) throws InterruptedException {
        var engine = new LocalEngine(
                new EngineSettings(Isolation.REQUIRED, Set.of(), Map.of("runtimeDir", args[0], "spares", "none")));
        engine.start();
        for (int i = 0; i < SANDBOXES; i++) {
            engine.run(Executions.shell("sleep " + args[1]).build());
        }
        new CountDownLatch(1).await(2, TimeUnit.MINUTES);
    }
}
