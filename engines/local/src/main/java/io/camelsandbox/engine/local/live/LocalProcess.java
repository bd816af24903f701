package io.camelsandbox.engine.local.live;

import io.camelsandbox.ResourceUsage;
import io.camelsandbox.SandboxException;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.HostedProcess;
import io.camelsandbox.engine.ProcessExit;
import io.camelsandbox.engine.ProcessReceiver;
import io.camelsandbox.engine.StandardStream;
import io.camelsandbox.engine.TerminalSize;
import io.camelsandbox.engine.local.outcome.ExitReport;
import io.camelsandbox.engine.local.outcome.Verdict;
import io.camelsandbox.engine.local.wire.FrameType;
import io.camelsandbox.engine.local.wire.Payload;
import io.camelsandbox.engine.local.wire.ProtocolException;
import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** One process in a sandbox that stays. What is asked of it comes from any thread and is done on the loop's. */
final class LocalProcess implements HostedProcess {

    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final int KIB = 1024;
    private static final int SIGTERM = 15;
    private static final int SIGKILL = 9;
    private static final int KILLED_CODE = 128 + SIGKILL;

    private final int id;
    private final Executions executions;
    private final ProcessReceiver receiver;
    private final InputFeed input;
    private final OutputWindow stdout;
    private final OutputWindow stderr;
    private boolean cancelled;
    private boolean over;

    LocalProcess(int id, Executions executions, ProcessReceiver receiver) {
        this.id = id;
        this.executions = executions;
        this.receiver = receiver;
        this.input = new InputFeed(id, executions::send);
        this.stdout = new OutputWindow(bytes -> open(STDOUT, bytes));
        this.stderr = new OutputWindow(bytes -> open(STDERR, bytes));
    }

    int id() {
        return id;
    }

    /** Something from init, after the process's number. */
    void frame(int type, Payload payload) throws ProtocolException {
        switch (type) {
            case FrameType.STARTED -> {
                payload.u32();
                receiver.started();
            }
            case FrameType.OUTPUT -> {
                StandardStream stream = payload.u8() == STDOUT ? StandardStream.STDOUT : StandardStream.STDERR;
                receiver.output(stream, payload.rest());
            }
            case FrameType.CREDIT -> input.credited(payload.u32());
            case FrameType.REFUSED -> {
                String step = payload.text();
                fail(Problems.notStarted(step, payload.u32()));
            }
            case FrameType.EXIT -> exited(ExitReport.read(payload));
            default -> throw new ProtocolException("init sent a frame of type " + type);
        }
    }

    private void exited(ExitReport exit) {
        close();
        boolean byItself = exit.cause() == ExitReport.Cause.ITSELF;
        if (byItself && !cancelled && (exit.signaled() || exit.code() != 0)) {
            executions.withCounters(counters -> report(exit, Verdict.of(exit, counters)));
        } else {
            report(exit, cancelled ? cancelledVerdict() : Verdict.of(exit, Verdict.Counters.NONE));
        }
    }

    private static Verdict cancelledVerdict() {
        return new Verdict(Termination.CANCELLED, KILLED_CODE, OptionalInt.of(SIGKILL));
    }

    private void report(ExitReport exit, Verdict verdict) {
        var usage = new ResourceUsage(exit.wall(), exit.cpu(), OptionalLong.of(exit.maxRssKib() * KIB));
        receiver.exited(new ProcessExit(
                verdict.exitCode(),
                verdict.signal(),
                verdict.termination(),
                exit.stdoutProduced(),
                exit.stderrProduced(),
                usage));
    }

    /** There will be no result. */
    void fail(SandboxException cause) {
        if (!over) {
            close();
            receiver.failed(cause);
        }
    }

    private void close() {
        over = true;
        executions.forget(this);
        input.close();
    }

    @Override
    public void taken(StandardStream stream, long bytes) {
        (stream == StandardStream.STDOUT ? stdout : stderr).taken(bytes);
    }

    private void open(int stream, long bytes) {
        onLoop(() -> executions.send(LiveFrames.taken(id, stream, bytes)), () -> {});
    }

    @Override
    public CompletableFuture<Void> input(ByteBuffer bytes) {
        var done = new CompletableFuture<Void>();
        onLoop(() -> input.give(bytes, done), () -> done.complete(null));
        return done;
    }

    @Override
    public void endInput() {
        onLoop(input::end, () -> {});
    }

    @Override
    public void resize(TerminalSize size) {
        onLoop(() -> executions.send(LiveFrames.resize(id, size)), () -> {});
    }

    @Override
    public void signal(int number) {
        onLoop(() -> executions.send(LiveFrames.signal(id, number)), () -> {});
    }

    /** Asks the process itself, and not its group, to end. */
    void terminate() {
        onLoop(() -> executions.send(LiveFrames.signalAlone(id, SIGTERM)), () -> {});
    }

    @Override
    public void cancel() {
        onLoop(
                () -> {
                    cancelled = true;
                    executions.send(LiveFrames.signal(id, SIGKILL));
                },
                () -> {});
    }

    private void onLoop(Runnable task, Runnable afterTheEnd) {
        executions.execute(() -> {
            if (over) {
                afterTheEnd.run();
            } else {
                task.run();
            }
        });
    }
}
