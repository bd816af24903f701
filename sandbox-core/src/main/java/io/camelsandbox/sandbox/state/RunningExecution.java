package io.camelsandbox.sandbox.state;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Output;
import io.camelsandbox.OutputPolicy;
import io.camelsandbox.ResourceUsage;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.OutputSink;
import io.camelsandbox.engine.ProcessExit;
import io.camelsandbox.engine.StandardStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** The execution that an interpreter is at: what it wrote and showed so far. Guarded by its {@link StatefulProcess}. */
final class RunningExecution {

    /** Why the interpreter was killed under it. */
    enum Verdict {
        NONE,
        LATE,
        TOO_MUCH_OUTPUT,
        CANCELLED,
        BROKEN
    }

    private static final int RESULT = 1 + 2 * Long.BYTES;

    private final StatefulExecution execution;
    private final Place place;
    private final byte[] mark;
    private final Stream stdout;
    private final Stream stderr;
    private final DisplayAssembly display = new DisplayAssembly();
    private final CompletableFuture<ExecutionResult> result = new CompletableFuture<>();
    private long since = System.nanoTime();
    private boolean begun;
    private int exitCode;
    private ResourceUsage usage;
    private Verdict verdict = Verdict.NONE;
    private String breach = "";

    RunningExecution(StatefulExecution execution, Place place, byte[] mark) {
        this.execution = execution;
        this.place = place;
        this.mark = mark;
        this.stdout = new Stream();
        this.stderr = new Stream();
    }

    StatefulExecution execution() {
        return execution;
    }

    byte[] mark() {
        return mark;
    }

    CompletableFuture<ExecutionResult> result() {
        return result;
    }

    /** It is handed over now: its time begins. */
    void handedOver() {
        since = System.nanoTime();
    }

    /** Takes what was written before it; {@code dropped} bytes more were not kept. */
    void inherit(StandardStream stream, byte[] kept, long dropped) {
        Stream to = stream(stream);
        to.sink.accept(ByteBuffer.wrap(kept));
        to.dropped = dropped;
    }

    /** Takes output; true when that is too much and to be the end. */
    boolean output(StandardStream stream, ByteBuffer bytes) {
        OutputSink sink = stream(stream).sink;
        sink.accept(bytes);
        return execution.outputPolicy() == OutputPolicy.KILL
                && sink.received() > OutputSink.capacity(execution.limits().output(), execution.spool());
    }

    /** Takes a frame; true when the execution is over. */
    boolean frame(StandardStream stream, byte kind, ByteBuffer payload) throws BrokenFrameException {
        if (kind == StateFrames.END) {
            end(stream, payload);
        } else if (stream == StandardStream.STDERR) {
            throw new BrokenFrameException("a frame on standard error");
        } else {
            switch (kind) {
                case StateFrames.BEGUN -> begin();
                case StateFrames.PART -> display.part(payload);
                case StateFrames.DATA -> display.data(payload);
                case StateFrames.TRUNCATED -> display.truncated();
                default -> throw new BrokenFrameException("a frame of an unknown kind");
            }
        }
        return stdout.ended && stderr.ended;
    }

    /** True when its interpreter said that it was at it. */
    boolean begun() {
        return begun;
    }

    /** Judged once: the first reason is the one that counts. */
    boolean judge(Verdict reason, String how) {
        boolean first = verdict == Verdict.NONE;
        if (first) {
            verdict = reason;
            breach = how;
        }
        return first;
    }

    Verdict verdict() {
        return verdict;
    }

    String breach() {
        return breach;
    }

    ResourceUsage usage() {
        return usage;
    }

    /** Its result, where it ended and the interpreter stays. */
    ExecutionResult ended() {
        return make(exitCode, OptionalInt.empty(), Termination.EXITED);
    }

    /** Its result, where the interpreter ended with it; {@code before} is what earlier executions had used. */
    ExecutionResult exited(ProcessExit exit, Duration before) {
        Duration cpu = exit.usage().cpuTime().minus(before);
        usage = new ResourceUsage(
                wallTime(), cpu.isNegative() ? Duration.ZERO : cpu, exit.usage().peakMemory());
        return switch (verdict) {
            case LATE -> make(-1, exit.signal(), Termination.TIMED_OUT);
            case TOO_MUCH_OUTPUT -> make(exit.exitCode(), exit.signal(), Termination.OUTPUT_LIMIT);
            case CANCELLED, BROKEN -> make(exit.exitCode(), exit.signal(), Termination.CANCELLED);
            case NONE -> make(exit.exitCode(), exit.signal(), exit.termination());
        };
    }

    /** It has no result. */
    void discard() {
        stdout.sink.discard();
        stderr.sink.discard();
    }

    private void begin() throws BrokenFrameException {
        if (begun) {
            throw new BrokenFrameException("a second begin");
        }
        begun = true;
    }

    private void end(StandardStream stream, ByteBuffer payload) throws BrokenFrameException {
        Stream ended = stream(stream);
        boolean last = stream == StandardStream.STDOUT;
        // standard error may come before standard output or after it
        if (ended.ended || payload.remaining() != (last ? RESULT : 0) || last && !display.isWhole()) {
            throw new BrokenFrameException("an end that may not be there");
        }
        ended.ended = true;
        if (last) {
            exitCode = Byte.toUnsignedInt(payload.get());
            long micros = Math.max(0, payload.getLong());
            long memory = payload.getLong();
            usage = new ResourceUsage(
                    wallTime(),
                    Duration.of(micros, ChronoUnit.MICROS),
                    memory > 0 ? OptionalLong.of(memory) : OptionalLong.empty());
        }
    }

    private Duration wallTime() {
        return Duration.ofNanos(System.nanoTime() - since);
    }

    private ExecutionResult make(int code, OptionalInt signal, Termination termination) {
        return new ExecutionResult(
                stdout.finish(),
                stderr.finish(),
                code,
                signal,
                termination,
                List.of(),
                usage,
                place.enforcement().get(),
                place.engine(),
                place.sandboxId(),
                display.display());
    }

    private Stream stream(StandardStream which) {
        return which == StandardStream.STDOUT ? stdout : stderr;
    }

    private final class Stream {
        private final OutputSink sink = new OutputSink(execution.limits().output(), execution.spool());
        private long dropped;
        private boolean ended;

        Output finish() {
            return sink.finish(sink.received() + dropped);
        }
    }
}
