package io.camelsandbox.engine.local;

import io.camelsandbox.Limits;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.Isolation;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/** A JVM that is asked for output files that it cannot hold; a program of its own. Prints how that ended. */
final class SmallHeap {

    private SmallHeap() {}

    /** Takes a folder for the engine. */
    public static void main(String[] args) throws Exception {
        try (var engine = new LocalEngine(
                new EngineSettings(Isolation.BEST_EFFORT, Set.of(), Map.of("runtimeDir", args[0], "spares", "none")))) {
            engine.start();
            for (int mib : new int[] {100, 20}) {
                try {
                    engine.run(Executions.shell("head -c " + mib + "m /dev/zero >file")
                                    .outputFiles("file")
                                    .limits(Limits.DEFAULTS.withDisk(512 << 20).withMemory(1L << 30))
                                    .build())
                            .get();
                    System.out.println(mib + " MiB are there");
                } catch (ExecutionException e) {
                    var error = (SandboxException) e.getCause();
                    System.out.println(error.reason() + " " + error.getMessage());
                }
            }
        }
    }
}
