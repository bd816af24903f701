package io.camelsandbox.engine.local;

import io.camelsandbox.EngineLostException;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.OutputFile;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxCancelledException;
import io.camelsandbox.SandboxException;
import io.camelsandbox.Stdin;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.Program;
import io.camelsandbox.engine.local.outcome.ExitReport;
import io.camelsandbox.engine.local.outcome.Verdict;
import io.camelsandbox.engine.local.wire.FrameType;
import io.camelsandbox.engine.local.wire.IoLoop;
import io.camelsandbox.engine.local.wire.Payload;
import io.camelsandbox.engine.local.wire.ProtocolException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One execution in a sandbox of its own, from the first frame to its result. Everything is sent ahead, in the order in
 * which init is to do it, so that no step waits for an answer; only input files must be there before the program gets
 * its work. Used on the loop's thread.
 */
final class OneShot implements LiveSandbox.Tenant {

    private static final Duration START_PATIENCE = Duration.ofSeconds(30);
    /** init has its grace, and a second for the streams to end. */
    private static final Duration BEYOND_TIMEOUT = Duration.ofMillis(InitFrames.GRACE_MILLIS + 2_000);

    private static final Duration COLLECT_PATIENCE = Duration.ofSeconds(30);

    /** Told what this execution leaves to do. */
    interface Supervisor {
        /** The sandbox is not needed any more. */
        void over();

        /** The sandbox was gone before the program had its work: another may do it. */
        void neverBegan();
    }

    private enum Stage {
        STARTING,
        FILES,
        RUNNING,
        COLLECTING,
        OVER
    }

    private final Services services;
    private final Isolator.Placed placed;
    private final Execution execution;
    private final LiveSandbox sandbox;
    private final Transcript transcript;
    private final Supervisor supervisor;
    private final StdinFeed stdin;
    private boolean waited;
    private boolean heard;
    private Stage stage = Stage.STARTING;
    private int filesUnderway;
    private IoLoop.Timer deadline;
    private OutputCollector collector;
    private ExitReport exit;

    /** An execution that begins as soon as its sandbox does. */
    OneShot(
            Services services,
            Isolator.Placed placed,
            LiveSandbox sandbox,
            CompletableFuture<ExecutionResult> future,
            Supervisor supervisor) {
        this.services = services;
        this.placed = placed;
        this.execution = placed.execution();
        this.sandbox = sandbox;
        this.supervisor = supervisor;
        this.transcript = new Transcript(services, execution, sandbox, future);
        this.stdin = StdinFeed.of(execution.stdin(), services, sandbox, this::fail);
    }

    /** Begins. The sandbox may be one that is only starting, or one whose interpreter waits for its request. */
    void begin() {
        waited = sandbox.isReady();
        sandbox.hold();
        sandbox.occupy(this);
        deadline = services.loop().schedule(START_PATIENCE, this::startTookTooLong);
        if (sandbox.isJoined()) {
            joined();
        }
        if (sandbox.isReady()) {
            ready();
        }
    }

    @Override
    public void evicted(String why) {
        if (stage != Stage.OVER) {
            close();
            transcript.fail(
                    Verdict.killed(Termination.CANCELLED), result -> new SandboxCancelledException(why, result));
        }
    }

    /** Ends it at once; nobody wants to know more. */
    void abandon() {
        if (stage != Stage.OVER) {
            close();
            transcript.discard();
            sandbox.letGo();
        }
    }

    @Override
    public void joined() {
        if (stage == Stage.OVER) {
            return;
        }
        new Preparation(services).complete(sandbox, placed);
        filesUnderway = new FilesIn(sandbox).put(placed);
        stage = Stage.FILES;
        if (filesUnderway == 0) {
            work();
        }
    }

    @Override
    public void ready() {
        if (stage == Stage.RUNNING) {
            await(execution.limits().timeout().plus(BEYOND_TIMEOUT), this::timeoutWasMissed);
        }
    }

    private void work() {
        stage = Stage.RUNNING;
        if (execution.program() instanceof Program.Booted booted) {
            sandbox.send(InitFrames.go(execution));
            FilesIn.sendAll(sandbox, InitFrames.REQUEST, booted.request());
        } else {
            sandbox.send(InitFrames.exec(execution));
        }
        transcript.begin();
        stdin.pump();
        if (sandbox.isReady()) {
            ready();
        }
    }

    @Override
    public void frame(int type, Payload payload) throws ProtocolException {
        heard = true;
        if (stage == Stage.COLLECTING) {
            lateFrame(type, payload);
            return;
        }
        switch (type) {
            case FrameType.STARTED -> {
                payload.u32();
                payload.u32();
            }
            case FrameType.WAITING -> payload.u32();
            case FrameType.OUTPUT -> output(payload);
            case FrameType.CREDIT -> {
                payload.u32();
                stdin.credited(payload.u32());
            }
            case FrameType.DONE -> {
                payload.u32();
                fileDone();
            }
            case FrameType.FAILED -> {
                payload.u32();
                payload.text();
                fail(Refusals.fileNotWritten(payload.u32()));
            }
            case FrameType.REFUSED -> {
                payload.u32();
                String step = payload.text();
                fail(Refusals.byInit(step, payload.u32(), execution));
            }
            case FrameType.EXIT -> {
                payload.u32();
                exited(ExitReport.read(payload));
            }
            default -> throw new ProtocolException("init sent a frame of type " + type);
        }
    }

    /** What was on its way when the execution ended says nothing any more. */
    private void lateFrame(int type, Payload payload) throws ProtocolException {
        if (type == FrameType.CREDIT || type == FrameType.REFUSED) {
            payload.rest();
        } else {
            collector.frame(type, payload);
        }
    }

    private void output(Payload payload) throws ProtocolException {
        payload.u32();
        int stream = payload.u8();
        ByteBuffer bytes = payload.rest();
        if (stage != Stage.OVER) {
            transcript.output(stream, bytes);
        }
    }

    private void fileDone() {
        filesUnderway--;
        if (filesUnderway == 0 && stage == Stage.FILES) {
            work();
        }
    }

    private void exited(ExitReport report) {
        if (stage == Stage.OVER) {
            return;
        }
        if (waited && transcript.beganAfter(report) && mayBeginAgain()) {
            return;
        }
        exit = report;
        stdin.close();
        if (execution.outputFiles().isEmpty()) {
            concludeExited(List.of());
            return;
        }
        stage = Stage.COLLECTING;
        await(
                COLLECT_PATIENCE,
                () -> failWithResult(
                        Reason.FILE_IO_FAILED,
                        "output files were not collected within " + COLLECT_PATIENCE.toSeconds() + " s"));
        collector = new OutputCollector(
                execution.outputFiles(),
                placed.workspace(),
                new OutputBudget(execution.limits().disk(), Runtime.getRuntime().maxMemory()),
                (int) Math.min(sandbox.plan().diskFiles(), Integer.MAX_VALUE),
                sandbox::send,
                new OutputCollector.Outcome() {
                    @Override
                    public void collected(List<OutputFile> files) {
                        concludeExited(files);
                    }

                    @Override
                    public void failed(Reason reason, String message) {
                        failWithResult(reason, message);
                    }
                });
        collector.begin();
    }

    private void concludeExited(List<OutputFile> files) {
        close();
        transcript.complete(exit, files);
    }

    private void failWithResult(Reason reason, String message) {
        if (stage != Stage.OVER) {
            close();
            transcript.fail(exit, result -> new SandboxException(reason, message, result, null));
        }
    }

    private void startTookTooLong() {
        fail(Refusals.notStartedWithin(START_PATIENCE.toSeconds()));
    }

    /** init ends executions at their limit; when it cannot, the whole sandbox goes. */
    private void timeoutWasMissed() {
        close();
        transcript.complete(Verdict.timedOut());
    }

    private void fail(SandboxException error) {
        if (stage != Stage.OVER) {
            close();
            transcript.fail(error);
        }
    }

    @Override
    public void refused(String step, long errno) {
        fail(Refusals.byLauncher(step, errno));
    }

    @Override
    public void ended(LiveSandbox.End end) {
        if (stage == Stage.OVER) {
            return;
        }
        if (waited && !heard && !transcript.ranOutOfMemory() && mayBeginAgain()) {
            return;
        }
        boolean started = sandbox.isReady();
        close();
        transcript.failUnlessOutOfMemory(result -> started
                ? new EngineLostException("the sandbox ended before its execution" + Refusals.detail(end), result, null)
                : Refusals.byBubblewrap(end));
    }

    @Override
    public void lost(String why) {
        if (stage == Stage.STARTING || stage == Stage.FILES) {
            fail(new EngineLostException(why + "; nothing ran", null, null));
        } else if (stage != Stage.OVER) {
            close();
            transcript.fail(
                    Verdict.killed(Termination.ENGINE_LOST), result -> new EngineLostException(why, result, null));
        }
    }

    /** A sandbox that waited may be gone in the moment it is taken. Input that was read from a stream is gone with it. */
    private boolean mayBeginAgain() {
        if (execution.stdin() instanceof Stdin.Stream) {
            return false;
        }
        close();
        transcript.discard();
        supervisor.neverBegan();
        sandbox.letGo();
        return true;
    }

    private void await(Duration patience, Runnable task) {
        deadline.cancel();
        deadline = services.loop().schedule(patience, task);
    }

    private void close() {
        stage = Stage.OVER;
        deadline.cancel();
        stdin.close();
        sandbox.kill();
        supervisor.over();
    }
}
