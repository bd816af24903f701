package io.camelsandbox.sandbox.state;

import io.camelsandbox.Display;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxCancelledException;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxExecutionException;
import io.camelsandbox.engine.ExecOrder;
import io.camelsandbox.engine.HostedProcess;
import io.camelsandbox.engine.OutputSink;
import io.camelsandbox.engine.ProcessExit;
import io.camelsandbox.engine.ProcessReceiver;
import io.camelsandbox.engine.StandardStream;
import io.camelsandbox.sandbox.state.RunningExecution.Verdict;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** One interpreter process, from its start to its end, and the execution it is at. */
final class StatefulProcess implements ProcessReceiver {

    private static final int SIGTERM = 15;
    private static final Duration GRACE = Duration.ofMillis(100);

    /** How long an engine has to report the end of a process that was killed. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    /** How much output between executions is kept for the next one, of each stream. */
    private static final int KEPT_BETWEEN = 65_536;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final InterpreterPlan plan;
    private final Place place;
    private final Runnable atEnd;
    private final Map<StandardStream, FrameScanner> scanners = new EnumMap<>(StandardStream.class);
    private final Map<StandardStream, OutputSink> between = new EnumMap<>(StandardStream.class);
    private final Map<StandardStream, Long> untaken = new EnumMap<>(StandardStream.class);
    private HostedProcess hosted;
    private OrderWriter orders;
    private boolean running;
    private boolean over;
    private boolean doomed;
    private int count;
    private Duration cpuBefore = Duration.ZERO;
    private RunningExecution current;
    private ScheduledFuture<?> alarm;
    private Runnable afterwards = () -> {};

    /** An interpreter that is not started yet; {@code atEnd} is told when it has ended. */
    StatefulProcess(InterpreterPlan plan, Place place, Runnable atEnd) {
        this.plan = plan;
        this.place = place;
        this.atEnd = atEnd;
        for (StandardStream stream : StandardStream.values()) {
            scanners.put(stream, new FrameScanner(target(stream)));
            between.put(stream, new OutputSink(KEPT_BETWEEN, Optional.empty()));
            untaken.put(stream, 0L);
        }
    }

    /** Starts it, in a folder. An execution that was given before is not lost, whatever becomes of the start. */
    void start(String folder) {
        ExecOrder order = ExecOrder.builder(plan.command())
                .cwd(folder)
                .env(plan.env())
                .input(ExecOrder.Input.PIPE)
                .build();
        try {
            hosted(place.starter().start(order, this));
        } catch (SandboxException e) {
            failed(e);
        }
    }

    InterpreterPlan plan() {
        return plan;
    }

    /** True when it has ended, or will be soon. */
    synchronized boolean over() {
        return over || doomed;
    }

    /**
     * Runs an execution; {@code folder} is entered unless it is empty. Comes when the last one is over. Empty when there
     * is no interpreter any more; fails with {@link MissedException} when it ended before it came to it.
     */
    Optional<CompletableFuture<ExecutionResult>> run(StatefulExecution execution, String folder) {
        var mark = new byte[StateFrames.MARK];
        RANDOM.nextBytes(mark);
        var next = new RunningExecution(execution, place, mark);
        synchronized (this) {
            if (over()) {
                return Optional.empty();
            }
            count++;
            current = next;
            between.forEach((stream, sink) -> {
                byte[] head = sink.head();
                next.inherit(stream, head, sink.received() - head.length);
                scanners.get(stream).mark(mark);
            });
            between.replaceAll((stream, sink) -> new OutputSink(KEPT_BETWEEN, Optional.empty()));
            byte[] order = StateFrames.order(mark, count, Display.LARGEST, folder, execution);
            afterwards = () -> handOver(next, order);
        }
        proceed();
        return Optional.of(next.result());
    }

    /** Ends the interpreter if it is at this execution. */
    void cancel(CompletableFuture<ExecutionResult> result) {
        RunningExecution judged;
        synchronized (this) {
            judged = current != null && current.result() == result ? current : null;
        }
        if (judged != null) {
            kill(judged, Verdict.CANCELLED, "");
        }
    }

    @Override
    public void started() {
        synchronized (this) {
            running = true;
        }
        proceed();
    }

    @Override
    public void output(StandardStream stream, ByteBuffer bytes) {
        int taken = bytes.remaining();
        RunningExecution broken = null;
        String breach = "";
        HostedProcess process;
        synchronized (this) {
            try {
                scanners.get(stream).feed(bytes);
            } catch (BrokenFrameException e) {
                scanners.get(stream).mark(null);
                broken = current;
                breach = e.getMessage();
            }
            process = hosted;
            if (process == null) {
                untaken.merge(stream, (long) taken, Long::sum);
            }
        }
        if (process != null && taken > 0) {
            process.taken(stream, taken);
        }
        if (broken != null) {
            kill(broken, Verdict.BROKEN, breach);
        }
        proceed();
    }

    @Override
    public void exited(ProcessExit exit) {
        RunningExecution ended;
        ExecutionResult result = null;
        boolean missed;
        synchronized (this) {
            if (over) {
                return;
            }
            scanners.values().forEach(FrameScanner::finish);
            ended = close();
            // what an earlier execution left may end it just when the next one is on its way
            missed = ended != null && count > 1 && !ended.begun() && ended.verdict() == Verdict.NONE;
            if (missed) {
                ended.discard();
            } else if (ended != null) {
                result = ended.exited(exit, cpuBefore);
            }
        }
        atEnd.run();
        if (missed) {
            ended.result().completeExceptionally(new MissedException());
        } else if (ended != null) {
            complete(ended, result);
        }
    }

    @Override
    public void failed(SandboxException cause) {
        RunningExecution ended;
        synchronized (this) {
            if (over) {
                return;
            }
            ended = close();
            if (ended != null) {
                ended.discard();
            }
        }
        atEnd.run();
        if (ended != null) {
            ended.result().completeExceptionally(cause);
        }
    }

    private static void complete(RunningExecution ended, ExecutionResult result) {
        switch (ended.verdict()) {
            case CANCELLED ->
                ended.result()
                        .completeExceptionally(new SandboxCancelledException("the execution was cancelled", result));
            case BROKEN ->
                ended.result()
                        .completeExceptionally(new SandboxExecutionException(
                                Reason.PROTOCOL_ERROR,
                                "the interpreter was ended, because what it answered is not allowed: " + ended.breach()
                                        + "; code must leave the descriptors that are not its own alone",
                                result));
            default -> ended.result().complete(result);
        }
    }

    private FrameScanner.Target target(StandardStream stream) {
        return new FrameScanner.Target() {
            @Override
            public void output(ByteBuffer bytes) {
                if (current == null) {
                    between.get(stream).accept(bytes);
                } else if (current.output(stream, bytes)) {
                    RunningExecution loud = current;
                    afterwards = () -> kill(loud, Verdict.TOO_MUCH_OUTPUT, "");
                }
            }

            @Override
            public void frame(byte kind, ByteBuffer payload) throws BrokenFrameException {
                boolean isOver = current.frame(stream, kind, payload);
                if (kind == StateFrames.END) {
                    // what comes now on this stream was written between two executions
                    scanners.get(stream).mark(null);
                }
                if (isOver && current.verdict() == Verdict.NONE) {
                    finish();
                }
            }
        };
    }

    private void finish() {
        RunningExecution ended = current;
        cancelAlarm();
        current = null;
        cpuBefore = cpuBefore.plus(ended.usage().cpuTime());
        ExecutionResult result = ended.ended();
        afterwards = () -> ended.result().complete(result);
    }

    private void handOver(RunningExecution next, byte[] order) {
        next.handedOver();
        Duration time = next.execution().limits().timeout();
        ScheduledFuture<?> late = after(time, () -> kill(next, Verdict.LATE, ""));
        OrderWriter to;
        synchronized (this) {
            if (current != next || doomed) {
                late.cancel(false);
                return;
            }
            alarm = late;
            to = orders;
        }
        to.write(order);
    }

    private void kill(RunningExecution judged, Verdict why, String how) {
        HostedProcess process;
        synchronized (this) {
            if (over || current != judged || !judged.judge(why, how)) {
                return;
            }
            doomed = true;
            cancelAlarm();
            process = hosted;
            alarm = after(SLACK, this::unreported);
        }
        if (process == null) {
            return;
        }
        if (why == Verdict.LATE) {
            process.signal(SIGTERM);
            after(GRACE, process::cancel);
        } else {
            process.cancel();
        }
    }

    private void unreported() {
        failed(new SandboxException(
                Reason.REQUEST_TIMEOUT, "the engine did not report the end of an interpreter that was killed"));
    }

    private void hosted(HostedProcess process) {
        Map<StandardStream, Long> owed;
        boolean dead;
        synchronized (this) {
            hosted = process;
            orders = new OrderWriter(process);
            owed = new EnumMap<>(untaken);
            dead = doomed;
        }
        owed.forEach((stream, bytes) -> {
            if (bytes > 0) {
                process.taken(stream, bytes);
            }
        });
        if (dead) {
            process.cancel();
        }
        proceed();
    }

    /** Does outside the lock what a step inside it left to do; what needs the process waits for it. */
    private void proceed() {
        Runnable next;
        synchronized (this) {
            if (hosted == null || !running) {
                return;
            }
            next = afterwards;
            afterwards = () -> {};
        }
        next.run();
    }

    private RunningExecution close() {
        over = true;
        cancelAlarm();
        RunningExecution last = current;
        current = null;
        return last;
    }

    private void cancelAlarm() {
        if (alarm != null) {
            alarm.cancel(false);
            alarm = null;
        }
    }

    private ScheduledFuture<?> after(Duration time, Runnable what) {
        boolean fits = time.compareTo(Duration.ofNanos(Long.MAX_VALUE)) <= 0;
        return place.timer().schedule(what, fits ? time.toNanos() : Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }
}
