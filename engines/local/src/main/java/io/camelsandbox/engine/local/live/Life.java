package io.camelsandbox.engine.local.live;

import io.camelsandbox.EngineLostException;
import io.camelsandbox.SandboxException;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.ProcessExit;
import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.engine.SandboxFacts.Ending;
import io.camelsandbox.engine.StandardStream;
import io.camelsandbox.engine.local.store.SandboxLog;
import io.camelsandbox.engine.local.wire.IoLoop;
import io.camelsandbox.engine.local.wire.Payload;
import io.camelsandbox.engine.local.wire.ProtocolException;
import io.camelsandbox.sandbox.SandboxNotRunningException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The life of one sandbox, from its cell to its end: who may end it, and what is told of it. On the loop's thread. */
final class Life implements Cell.Tenant {

    private static final Duration START_PATIENCE = Duration.ofSeconds(30);
    private static final Duration RESTORE_PATIENCE = Duration.ofMinutes(10);
    /** Between the kill of the main process and that of everything, where init does not report. */
    private static final Duration KILL_PATIENCE = Duration.ofSeconds(2);
    /** Between SIGTERM and SIGKILL when the lifetime is over. */
    private static final Duration LIFETIME_GRACE = Duration.ofSeconds(10);

    private static final int KILLED_CODE = 128 + 9;

    private final Means means;
    private final FactsBoard board;
    private final Executions executions;
    private final Launch main;
    private final Optional<Restores> restores;
    private final Runnable gone;
    private final EndOfLife end = new EndOfLife();
    private Cell cell;
    private SandboxLog log;
    private LocalProcess mainProcess;
    private Instant startedAt;
    private IoLoop.Timer startDeadline;
    private IoLoop.Timer lifetimeEnd;
    private IoLoop.Timer kill;
    private long killAt;
    private boolean termed;
    private boolean over;

    /**
     * A life that is about to begin.
     *
     * @param main     the main process
     * @param restores what comes before it
     * @param gone     told on the loop's thread when it is over and that is written down
     */
    Life(
            Means means,
            FactsBoard board,
            Executions executions,
            Launch main,
            Optional<Restores> restores,
            Runnable gone) {
        this.means = means;
        this.board = board;
        this.executions = executions;
        this.main = main;
        this.restores = restores;
        this.gone = gone;
    }

    /** Its cell is ready to be started. */
    void begin(Cell prepared, SandboxLog output) {
        cell = prepared;
        log = output;
        executions.open(cell);
        cell.start(this);
        if (end.isWanted()) {
            cell.kill();
            return;
        }
        expectStartWithin(START_PATIENCE);
    }

    /** Its main process was started by an engine that has died. */
    void resume(Cell adopted, SandboxLog output) {
        cell = adopted;
        log = output;
        executions.open(cell);
        mainProcess = executions.resumeMain(new MainProcess(this));
        cell.start(this);
    }

    private void expectStartWithin(Duration patience) {
        if (startDeadline != null) {
            startDeadline.cancel();
        }
        startDeadline = means.loop()
                .schedule(
                        patience,
                        () -> startFailed(
                                "it did not start within " + patience.toSeconds() + " s: the machine is overloaded"));
    }

    /** No cell could be made. */
    void neverBegan(SandboxException problem) {
        boolean started = board.now().started().isPresent();
        end.is(started ? Ending.LOST : Ending.START_FAILED, null, problem.getMessage());
        executions.close(new SandboxNotRunningException("the sandbox was not started"));
        finish();
    }

    @Override
    public void joined() {
        if (end.isWanted() || mainProcess != null) {
            return;
        }
        if (restores.isEmpty()) {
            startMain();
            return;
        }
        expectStartWithin(RESTORE_PATIENCE);
        restores.get().run(executions).whenComplete((done, problem) -> means.loop()
                .execute(() -> {
                    if (problem != null) {
                        startFailed(problem.getMessage());
                    } else if (!end.isWanted()) {
                        startMain();
                    }
                }));
    }

    private void startMain() {
        mainProcess = executions.beginMain(main, new MainProcess(this));
    }

    @Override
    public void frame(int type, Payload payload) throws ProtocolException {
        executions.frame(type, payload);
    }

    void mainStarted() {
        if (startDeadline != null) {
            startDeadline.cancel();
        }
        startedAt = board.now().started().orElseGet(means.clock()::instant);
        new Survival(means, board).ensure(cell, this::lifetimeLeft, LIFETIME_GRACE, this::runs);
    }

    private void runs() {
        if (over || end.isKnown()) {
            return;
        }
        tellStarted();
        lifetimeEnd = means.loop().schedule(lifetimeLeft(), () -> end(Ending.LIFETIME, LIFETIME_GRACE));
        if (board.now().stopRequested().isPresent() && !end.isWanted()) {
            // by the engine that has died
            end(Ending.STOPPED, LIFETIME_GRACE);
        }
    }

    private void tellStarted() {
        if (startedAt != null && board.now().started().isEmpty()) {
            board.change(facts -> facts.toBuilder()
                    .started(startedAt)
                    .enforcement(means.enforcement().get())
                    .build());
        }
    }

    private Duration lifetimeLeft() {
        Instant now = means.clock().instant();
        Instant ends = startedAt.plus(board.now().maxLifetime().orElseThrow());
        return ends.isAfter(now) ? Duration.between(now, ends) : Duration.ZERO;
    }

    void mainOutput(StandardStream stream, ByteBuffer bytes) {
        int count = bytes.remaining();
        log.append(stream, bytes, means.clock().instant()).thenRun(() -> mainProcess.taken(stream, count));
    }

    void mainEnded(ProcessExit exit) {
        tellStarted();
        boolean limited = exit.termination() != Termination.EXITED && exit.termination() != Termination.SIGNALED;
        end.is(
                Ending.EXITED,
                exit.exitCode(),
                limited ? "the main process ended: " + exit.termination().id() : null);
        cell.kill();
    }

    void mainFailed(SandboxException problem) {
        if (board.now().started().isEmpty()) {
            startFailed(problem.getMessage());
        }
    }

    private void startFailed(String problem) {
        end.is(Ending.START_FAILED, null, problem);
        cell.kill();
    }

    @Override
    public void evicted(String reason) {
        end(Ending.SHUTDOWN, Duration.ZERO);
    }

    /** True when it runs and nobody has asked for its end. */
    boolean isRunning() {
        return board.now().started().isPresent() && !end.isWanted() && !over;
    }

    /** Somebody wants its end, and will {@link #terminate} it. */
    void stopping(Ending ending) {
        if (!over && end.want(ending)) {
            Instant now = means.clock().instant();
            board.change(facts -> facts.toBuilder().stopRequested(now).build());
        }
    }

    /** Ends it: SIGTERM to the main process, SIGKILL to all after the grace. Of several, the sooner kill wins. */
    void end(Ending ending, Duration grace) {
        stopping(ending);
        terminate(grace);
    }

    /** The second part of {@link #end}. */
    void terminate(Duration grace) {
        if (over || cell == null) {
            return;
        }
        if (mainProcess == null) {
            cell.kill();
            return;
        }
        if (!termed && !grace.isZero()) {
            termed = true;
            mainProcess.terminate();
        }
        killWithin(grace);
    }

    private void killWithin(Duration grace) {
        long at = System.nanoTime() + grace.toNanos();
        if (kill != null) {
            if (at - killAt >= 0) {
                return;
            }
            kill.cancel();
        }
        killAt = at;
        kill = means.loop().schedule(grace, () -> {
            mainProcess.cancel();
            kill = means.loop().schedule(KILL_PATIENCE, cell::kill);
        });
    }

    @Override
    public void over(SandboxException problem) {
        tellStarted();
        boolean started = board.now().started().isPresent();
        if (end.isKnown() || end.isWanted()) {
            end.is(Ending.STOPPED, started ? KILLED_CODE : null, null);
            close(problem);
            return;
        }
        executions.withCounters(counters -> {
            if (started && counters.outOfMemory()) {
                end.is(Ending.EXITED, KILLED_CODE, "the memory limit was reached");
            } else {
                end.is(started ? Ending.LOST : Ending.START_FAILED, null, problem.getMessage());
            }
            close(problem);
        });
    }

    private void close(SandboxException problem) {
        executions.close(
                end.how() == Ending.LOST
                        ? new EngineLostException(problem.getMessage(), null, null)
                        : new SandboxNotRunningException("the sandbox has ended"));
        cell.letGo();
        finish();
    }

    private void finish() {
        over = true;
        for (IoLoop.Timer timer : new IoLoop.Timer[] {startDeadline, lifetimeEnd, kill}) {
            if (timer != null) {
                timer.cancel();
            }
        }
        SandboxFacts last = end.facts(board.now(), means.clock().instant());
        CompletableFuture<Void> written = log == null ? CompletableFuture.completedFuture(null) : log.complete();
        written.thenRun(() -> board.end(last, gone));
    }
}
