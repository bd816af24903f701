package io.camelsandbox.benchmarks.measure;

import io.camelsandbox.benchmarks.contest.JavaContestant;
import io.camelsandbox.benchmarks.contest.SandboxRoutes;
import io.camelsandbox.benchmarks.contest.TinyScript;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;

/**
 * A program of its own, because memory that an earlier measurement left behind would hide what this one needs: holds many
 * runs at once and prints what they cost this JVM, as {@code name=number} lines.
 */
public final class ManyRuns {

    private static final int RUNS_BEFORE = 8;
    private static final int WAVES_BEFORE = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);
    private static final String SLEEPER = "sleep";

    private ManyRuns() {}

    /** Runs {@code args[0]} runs at once. */
    public static void main(String[] args) throws Exception {
        int runs = Integer.parseInt(args[0]);
        Map<String, Object> options = Map.of("maxConcurrent", runs, "maxQueued", runs);
        try (var routes = SandboxRoutes.start(options, "timeout=100s")) {
            for (int wave = 0; wave < WAVES_BEFORE; wave++) {
                await(send(routes, RUNS_BEFORE, "exec sleep 0.2"));
            }
            JavaContestant.idle(Effort.SETTLE);
            long heap = Memory.liveHeap();
            long direct = Memory.direct();
            long resident = Memory.resident();
            int threads = ManagementFactory.getThreadMXBean().getThreadCount();

            List<CompletableFuture<Exchange>> answers = send(routes, runs, "exec sleep 20");
            int alive = awaitSleepers(runs);
            say("alive", alive);
            say("threads", ManagementFactory.getThreadMXBean().getThreadCount() - threads);
            say("heap", Memory.liveHeap() - heap);
            say("direct", Memory.direct() - direct);
            say("resident", Memory.resident() - resident);
            await(answers);
        }
    }

    private static List<CompletableFuture<Exchange>> send(SandboxRoutes routes, int count, String code) {
        var answers = new ArrayList<CompletableFuture<Exchange>>();
        for (int i = 0; i < count; i++) {
            answers.add(routes.send(TinyScript.SHELL, code));
        }
        return answers;
    }

    private static void await(List<CompletableFuture<Exchange>> answers) throws Exception {
        for (CompletableFuture<Exchange> answer : answers) {
            Exchange exchange = answer.get(PATIENCE.toSeconds() * 2, TimeUnit.SECONDS);
            if (exchange.getException() != null) {
                throw exchange.getException();
            }
        }
    }

    private static int awaitSleepers(int count) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        int most = 0;
        while (most < count && System.nanoTime() - end < 0) {
            JavaContestant.idle(BETWEEN_LOOKS);
            most = Math.max(most, (int) ProcessHandle.current()
                    .descendants()
                    .filter(ManyRuns::sleeps)
                    .count());
        }
        return most;
    }

    private static boolean sleeps(ProcessHandle process) {
        try {
            String name = Files.readString(Path.of("/proc", Long.toString(process.pid()), "comm"));
            return name.strip().equals(SLEEPER);
        } catch (IOException e) {
            return false; // it has ended meanwhile
        }
    }

    private static void say(String name, long number) {
        System.out.println(name + "=" + number);
    }
}
