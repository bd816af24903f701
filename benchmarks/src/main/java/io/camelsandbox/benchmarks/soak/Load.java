package io.camelsandbox.benchmarks.soak;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.benchmarks.contest.JavaContestant;
import io.camelsandbox.benchmarks.contest.SandboxRoutes;
import io.camelsandbox.benchmarks.contest.TinyScript;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.camel.Exchange;

/** Sends runs at random moments, whatever became of those before. */
final class Load {

    private static final int CALLERS = 4;
    private static final Duration LAST_ANSWER = Duration.ofSeconds(60);

    private final SandboxRoutes routes;
    private final Tally tally;
    private final Random random;
    private final Phaser underway = new Phaser(1);

    Load(SandboxRoutes routes, Tally tally, Random random) {
        this.routes = routes;
        this.tally = tally;
        this.random = random;
    }

    /** How many usual runs a second the machine reaches with a few callers. */
    double reach(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        var callers = new Thread[CALLERS];
        for (int i = 0; i < CALLERS; i++) {
            int first = i;
            callers[i] = new Thread(() -> {
                for (int n = first; System.nanoTime() - end < 0; n++) {
                    Errand errand = Errand.usual(TinyScript.values()[n % TinyScript.values().length]);
                    answered(errand, System.nanoTime(), routes.exchange(errand.script(), errand.code()));
                }
            });
            callers[i].start();
        }
        for (Thread caller : callers) {
            caller.join();
        }
        return tally.drain().answers() / (time.toNanos() / 1e9);
    }

    /** Sends so many a second, on average, until {@code end}, a time of {@link System#nanoTime()}. */
    void send(double perSecond, long end) {
        long due = System.nanoTime();
        while (due - end < 0) {
            JavaContestant.idle(Duration.ofNanos(due - System.nanoTime()));
            long intended = due;
            Errand errand = Errand.pick(random);
            underway.register();
            routes.send(errand.script(), errand.code()).thenAccept(exchange -> {
                answered(errand, intended, exchange);
                underway.arriveAndDeregister();
            });
            due += (long) (-Math.log(1 - random.nextDouble()) / perSecond * 1e9);
        }
    }

    private void answered(Errand errand, long due, Exchange exchange) {
        ExecutionResult result =
                exchange.isFailed() ? null : exchange.getMessage().getBody(ExecutionResult.class);
        if (result == null || !errand.isRight(result)) {
            tally.wrong();
            System.err.printf(
                    "· a run of %s ended as %s instead of %s%n",
                    errand.script().id(), result == null ? exchange.getException() : ending(result), errand.ending());
        } else if (errand.usual()) {
            tally.usual(System.nanoTime() - due);
        } else {
            tally.odd();
        }
    }

    private static String ending(ExecutionResult result) {
        return result.termination() + " with exit code " + result.exitCode();
    }

    /** Waits for the answers that are still due; false when some did not come. */
    boolean awaitLast() throws InterruptedException {
        try {
            underway.awaitAdvanceInterruptibly(underway.arrive(), LAST_ANSWER.toSeconds(), TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }
}
