package io.camelsandbox.engine.local.live;

import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes sure that a sandbox outlives its engine, where the engine's options want that, before anybody is told that it
 * runs: who has heard so can rely on it.
 */
final class Survival {

    private static final Logger LOG = LoggerFactory.getLogger(Survival.class);

    private final Means means;
    private final FactsBoard board;

    Survival(Means means, FactsBoard board) {
        this.means = means;
        this.board = board;
    }

    /**
     * Does what is needed; on the loop's thread.
     *
     * @param lifetime what is left of it
     * @param grace    at its end
     * @param then     done afterwards on the loop's thread, also where it could not be made sure
     */
    void ensure(Cell cell, Supplier<Duration> lifetime, Duration grace, Runnable then) {
        cell.keep()
                .ifPresentOrElse(
                        kept -> kept.thenCompose(board::found)
                                .whenComplete((done, problem) -> means.loop().execute(() -> {
                                    if (problem == null) {
                                        cell.lease(lifetime.get(), grace);
                                    } else {
                                        LOG.warn("A sandbox will not outlive this JVM: {}", problem.getMessage());
                                    }
                                    then.run();
                                })),
                        then);
    }
}
