package io.camelsandbox.conformance;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Language;
import io.camelsandbox.Limits;
import io.camelsandbox.OutputPolicy;
import io.camelsandbox.Stdin;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs of every kind, many at once: those that end well, crash, flood, use up a limit, time out and are cancelled. */
final class MixedLoad {

    private static final int AT_ONCE = 24;
    private static final long SMALL_MEMORY = 48L << 20;
    private static final int SMALL_DISK = 2 << 20;
    private static final int SMALL_PIDS = 24;

    private final ConformanceKit kit;
    private final Random random;
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();
    private final Map<String, Integer> endings = new TreeMap<>();

    MixedLoad(ConformanceKit kit, long seed) {
        this.kit = kit;
        this.random = new Random(seed);
    }

    /** Runs so many and waits for all answers. */
    void run(int runs) {
        var places = new Semaphore(AT_ONCE);
        for (int i = 0; i < runs; i++) {
            places.acquireUninterruptibly();
            CompletableFuture<ExecutionResult> running = kit.runner().run(request());
            started.incrementAndGet();
            running.whenComplete((result, error) -> {
                answered.incrementAndGet();
                count(
                        result == null
                                ? error.getClass().getSimpleName()
                                : result.termination().id());
                places.release();
            });
            if (random.nextInt(6) == 0) {
                cancelSoon(running);
            }
        }
        places.acquireUninterruptibly(AT_ONCE);
    }

    private static void cancelSoon(CompletableFuture<ExecutionResult> running) {
        CompletableFuture.delayedExecutor(ThreadLocalRandom.current().nextInt(120), TimeUnit.MILLISECONDS)
                .execute(() -> running.cancel(true));
    }

    private synchronized void count(String ending) {
        endings.merge(ending, 1, Integer::sum);
    }

    int started() {
        return started.get();
    }

    int answered() {
        return answered.get();
    }

    synchronized Map<String, Integer> endings() {
        return new TreeMap<>(endings);
    }

    private CodeRequest request() {
        Limits limits = ConformanceKit.limits(300 + random.nextInt(1_500));
        return switch (random.nextInt(12)) {
            case 0 -> python("print('hello')", limits);
            case 1 -> js("console.log(process.memoryUsage().rss > 0)", limits);
            case 2 -> shell("yes", limits);
            case 3 ->
                CodeRequest.builder(Language.SHELL, "yes; yes")
                        .outputPolicy(OutputPolicy.KILL)
                        .limits(limits.withOutput(50_000))
                        .build();
            case 4 -> shell("kill -SEGV $$", limits);
            case 5 -> python("b=[]\nwhile True: b.append(bytearray(1<<20))", limits.withMemory(SMALL_MEMORY));
            case 6 -> shell("while :; do sleep 5 & done", limits.withPids(SMALL_PIDS));
            case 7 -> shell("dd if=/dev/zero of=/tmp/f bs=64k 2>/dev/null", limits.withDisk(SMALL_DISK));
            case 8 -> shell("setsid sleep 60 & trap '' TERM; (sleep 50 &) ; exit 3", limits);
            case 9 ->
                CodeRequest.builder(Language.SHELL, "cat | wc -c; mkdir d; echo out >d/f")
                        .stdin(new Stdin.Bytes(new byte[300_000]))
                        .inputFiles(Map.of("in/put", new byte[1_000]))
                        .outputFiles(List.of("d/*"))
                        .limits(limits)
                        .build();
            case 10 ->
                CodeRequest.builder(Language.SHELL, "echo refused")
                        .workingDir("/nowhere")
                        .build();
            default -> python("import os\nos.abort()", limits);
        };
    }

    private static CodeRequest python(String code, Limits limits) {
        return CodeRequest.builder(Language.PYTHON, code).limits(limits).build();
    }

    private static CodeRequest js(String code, Limits limits) {
        return CodeRequest.builder(Language.JS, code).limits(limits).build();
    }

    private static CodeRequest shell(String code, Limits limits) {
        return CodeRequest.builder(Language.SHELL, code).limits(limits).build();
    }
}
