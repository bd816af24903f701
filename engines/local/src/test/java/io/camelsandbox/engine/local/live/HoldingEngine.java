package io.camelsandbox.engine.local.live;

import io.camelsandbox.engine.LogEntry;
import io.camelsandbox.sandbox.LogRequest;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.Sandboxes;
import io.camelsandbox.sandbox.Waiting;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** A JVM with an engine that holds sandboxes; a program of its own, to be killed. */
final class HoldingEngine {

    private HoldingEngine() {}

    /**
     * Takes a folder for the engine, one for its state, how many sandboxes, and further properties as {@code name=value};
     * says {@code ready}.
     */
    public static void main(String[] args) throws InterruptedException {
        var properties = new HashMap<>(Map.of("runtimeDir", args[0], "stateDir", args[1], "spares", "none"));
        for (String property : List.of(args).subList(3, args.length)) {
            properties.put(property.split("=")[0], property.split("=")[1]);
        }
        var sandboxes = Sandboxes.on(LiveTest.started(properties));
        Waiting.all(IntStream.range(0, Integer.parseInt(args[2]))
                        .mapToObj(i -> sandboxes
                                .run(SandboxSpec.builder()
                                        .command("/bin/sh")
                                        .args(List.of("-c", script(i)))
                                        .tags("held")
                                        .build())
                                .thenCompose(Sandbox::waitUntilRunning)
                                .thenCompose(HoldingEngine::untilItHasSpoken))
                        .toList())
                .join();
        System.out.println("ready");
        new CountDownLatch(1).await(2, TimeUnit.MINUTES);
    }

    /** Says each line that it is told at {@code /tmp/talk}. */
    private static String script(int i) {
        return "mkfifo /tmp/talk; echo before > file; echo I am " + i
                + "; while :; do read line < /tmp/talk && echo \"$line\"; done # 223607";
    }

    /** What the main process wrote is on the disk when a reader has it. */
    private static CompletableFuture<Object> untilItHasSpoken(Sandbox sandbox) {
        ItemReader<LogEntry> reader =
                ItemReader.of(sandbox.logs(LogRequest.builder().follow().build()), 1);
        return reader.first().thenApply(entry -> entry);
    }
}
