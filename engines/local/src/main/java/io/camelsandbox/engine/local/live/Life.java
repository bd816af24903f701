package io.camelsandbox.engine.local.live;

import io.camelsandbox.Enforcement;
import io.camelsandbox.EngineLostException;
import io.camelsandbox.SandboxException;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.ProcessExit;
import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.engine.SandboxFacts.Ending;
import io.camelsandbox.engine.StandardStream;
import io.camelsandbox.engine.local.wire.IoLoop;
import io.camelsandbox.engine.local.wire.Payload;
import io.camelsandbox.engine.local.wire.ProtocolException;
import io.camelsandbox.sandbox.SandboxNotRunningException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/** The life of one sandbox, from its cell to its end: who may end it, and what is told of it. On the loop's thread. */
final class Life implements Cell.Tenant {

    private static final Duration START_PATIENCE = Duration.ofSeconds(30);
    /** Between the kill of the main process and that of everything, where init does not report. */
    private static final Duration KILL_PATIENCE = Duration.ofSeconds(2);
    /** Between SIGTERM and SIGKILL when the lifetime is over. */
    private static final Duration LIFETIME_GRACE = Duration.ofSeconds(10);

    private static final int SIGTERM = 15;
    private static final int KILLED_CODE = 128 + 9;

    /** Told when nothing of a sandbox is alive any more. */
    interface Keeper {
        /** The last facts: they are to be safe before {@code then} is called, on the loop's thread. */
        void ended(SandboxFacts facts, Runnable then);
    }

    private final IoLoop loop;
    private final Clock clock;
    private final FactsBoard board;
    private final Executions executions;
    private final Launch main;
    private final Duration lifetime;
    private final Supplier<Enforcement> enforcement;
    private final Keeper keeper;
    private Cell cell;
    private LocalProcess mainProcess;
    private IoLoop.Timer startDeadline;
    private IoLoop.Timer lifetimeEnd;
    private IoLoop.Timer kill;
    private long killAt = Long.MAX_VALUE;
    private Ending wanted;
    private Ending how;
    private String why;
    private Integer exitCode;
    private boolean over;

    Life(
            IoLoop loop,
            Clock clock,
            FactsBoard board,
            Executions executions,
            Launch main,
            Duration lifetime,
            Supplier<Enforcement> enforcement,
            Keeper keeper) {
        this.loop = loop;
        this.clock = clock;
        this.board = board;
        this.executions = executions;
        this.main = main;
        this.lifetime = lifetime;
        this.enforcement = enforcement;
        this.keeper = keeper;
    }

    /** Its cell is ready to be started. */
    void begin(Cell prepared) {
        cell = prepared;
        executions.open(cell);
        cell.start(this);
        if (wanted != null) {
            cell.kill();
            return;
        }
        startDeadline = loop.schedule(
                START_PATIENCE,
                () -> startFailed(
                        "it did not start within " + START_PATIENCE.toSeconds() + " s: the machine is overloaded"));
    }

    /** No cell could be made. */
    void neverBegan(SandboxException problem) {
        how = wanted == null ? Ending.START_FAILED : wanted;
        why = problem.getMessage();
        finish();
    }

    @Override
    public void joined() {
        if (wanted == null) {
            mainProcess = executions.begin(main, new MainProcess(this));
        }
    }

    @Override
    public void frame(int type, Payload payload) throws ProtocolException {
        executions.frame(type, payload);
    }

    void mainStarted() {
        startDeadline.cancel();
        Instant now = clock.instant();
        board.change(facts ->
                facts.toBuilder().started(now).enforcement(enforcement.get()).build());
        lifetimeEnd = loop.schedule(lifetime, () -> end(Ending.LIFETIME, LIFETIME_GRACE));
    }

    void mainOutput(StandardStream stream, ByteBuffer bytes) {
        mainProcess.taken(stream, bytes.remaining());
    }

    void mainEnded(ProcessExit exit) {
        if (how != null) {
            return;
        }
        how = wanted == null ? Ending.EXITED : wanted;
        exitCode = exit.exitCode();
        boolean limited = exit.termination() != Termination.EXITED && exit.termination() != Termination.SIGNALED;
        if (wanted == null && limited) {
            why = "the main process ended: " + exit.termination().id();
        }
        cell.kill();
    }

    void mainFailed(SandboxException problem) {
        if (how == null && board.now().started().isEmpty()) {
            startFailed(problem.getMessage());
        }
    }

    private void startFailed(String problem) {
        if (how == null) {
            how = wanted == null ? Ending.START_FAILED : wanted;
            why = problem;
            cell.kill();
        }
    }

    @Override
    public void evicted(String reason) {
        if (wanted == null) {
            why = reason;
        }
        end(Ending.SHUTDOWN, Duration.ZERO);
    }

    /** Ends it: SIGTERM to the main process, SIGKILL to all after the grace. Of several, the sooner kill wins. */
    void end(Ending ending, Duration grace) {
        if (over) {
            return;
        }
        if (wanted == null) {
            wanted = ending;
            Instant now = clock.instant();
            board.change(facts -> facts.toBuilder().stopRequested(now).build());
            if (mainProcess != null && !grace.isZero()) {
                mainProcess.signal(SIGTERM);
            }
        }
        if (mainProcess == null) {
            if (cell != null) {
                cell.kill();
            }
            return;
        }
        killWithin(grace);
    }

    private void killWithin(Duration grace) {
        long at = System.nanoTime() + grace.toNanos();
        if (kill != null && at - killAt >= 0) {
            return;
        }
        if (kill != null) {
            kill.cancel();
        }
        killAt = at;
        kill = loop.schedule(grace, () -> {
            mainProcess.cancel();
            kill = loop.schedule(KILL_PATIENCE, cell::kill);
        });
    }

    @Override
    public void over(SandboxException problem) {
        boolean started = board.now().started().isPresent();
        if (how == null && wanted != null) {
            how = wanted;
            exitCode = started ? KILLED_CODE : null;
        }
        if (how == null) {
            executions.withCounters(counters -> {
                boolean killed = started && counters.outOfMemory();
                how = killed ? Ending.EXITED : started ? Ending.LOST : Ending.START_FAILED;
                exitCode = killed ? KILLED_CODE : null;
                why = killed ? "the memory limit was reached" : problem.getMessage();
                close(problem);
            });
        } else {
            close(problem);
        }
    }

    private void close(SandboxException problem) {
        executions.close(
                how == Ending.LOST
                        ? new EngineLostException(problem.getMessage(), null, null)
                        : new SandboxNotRunningException("the sandbox has ended"));
        finish();
    }

    private void finish() {
        over = true;
        for (IoLoop.Timer timer : new IoLoop.Timer[] {startDeadline, lifetimeEnd, kill}) {
            if (timer != null) {
                timer.cancel();
            }
        }
        if (cell == null) {
            executions.close(new SandboxNotRunningException("the sandbox was not started"));
        } else {
            cell.letGo();
        }
        Instant now = clock.instant();
        SandboxFacts last = board.now().toBuilder()
                .ended(now, how)
                .exitCode(exitCode)
                .reason(why)
                .build();
        keeper.ended(last, () -> board.change(facts -> last));
    }
}
