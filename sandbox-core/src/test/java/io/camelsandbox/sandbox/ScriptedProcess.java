package io.camelsandbox.sandbox;

import io.camelsandbox.ResourceUsage;
import io.camelsandbox.SandboxException;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.ExecOrder;
import io.camelsandbox.engine.HostedProcess;
import io.camelsandbox.engine.ProcessExit;
import io.camelsandbox.engine.ProcessReceiver;
import io.camelsandbox.engine.StandardStream;
import io.camelsandbox.engine.TerminalSize;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A process that does what a test says. */
public final class ScriptedProcess implements HostedProcess {

    private final ExecOrder order;
    private final ProcessReceiver receiver;
    private final AtomicLong stdoutTaken = new AtomicLong();
    private final AtomicLong stderrTaken = new AtomicLong();
    private final ByteArrayOutputStream input = new ByteArrayOutputStream();
    private final List<CompletableFuture<Void>> heldInput = new CopyOnWriteArrayList<>();
    private final List<Integer> signals = new CopyOnWriteArrayList<>();
    private final List<TerminalSize> sizes = new CopyOnWriteArrayList<>();
    private final AtomicLong stdoutProduced = new AtomicLong();
    private final AtomicLong stderrProduced = new AtomicLong();
    private volatile boolean holdsInput;
    private volatile boolean inputEnded;
    private volatile boolean cancelled;
    private volatile Runnable onCancel = () -> end(137, OptionalInt.of(9), Termination.CANCELLED);
    private volatile Runnable onInputEnd = () -> {};

    ScriptedProcess(ExecOrder order, ProcessReceiver receiver) {
        this.order = order;
        this.receiver = receiver;
    }

    /** What it was started with. */
    public ExecOrder order() {
        return order;
    }

    /** It runs. */
    public ScriptedProcess started() {
        receiver.started();
        return this;
    }

    /** It writes to standard output. */
    public ScriptedProcess out(String text) {
        return write(StandardStream.STDOUT, text.getBytes(StandardCharsets.UTF_8));
    }

    /** It writes to standard error. */
    public ScriptedProcess err(String text) {
        return write(StandardStream.STDERR, text.getBytes(StandardCharsets.UTF_8));
    }

    /** It writes. */
    public ScriptedProcess write(StandardStream stream, byte[] bytes) {
        (stream == StandardStream.STDOUT ? stdoutProduced : stderrProduced).addAndGet(bytes.length);
        receiver.output(stream, ByteBuffer.wrap(bytes));
        return this;
    }

    /** It exits by itself. */
    public void exit(int code) {
        end(code, OptionalInt.empty(), Termination.EXITED);
    }

    /** It ends. */
    public void end(int code, OptionalInt signal, Termination how) {
        receiver.exited(new ProcessExit(
                code,
                signal,
                how,
                stdoutProduced.get(),
                stderrProduced.get(),
                new ResourceUsage(Duration.ofMillis(1), Duration.ZERO, OptionalLong.empty())));
    }

    /** There is no result. */
    public void fail(SandboxException cause) {
        receiver.failed(cause);
    }

    /** It takes no input until {@link #takeInput()}. */
    public ScriptedProcess holdInput() {
        holdsInput = true;
        return this;
    }

    /** It takes what waits. */
    public void takeInput() {
        for (CompletableFuture<Void> held : heldInput) {
            heldInput.remove(held);
            held.complete(null);
        }
    }

    /** What happens at a cancel; by default it dies by SIGKILL. */
    public ScriptedProcess onCancel(Runnable what) {
        onCancel = what;
        return this;
    }

    /** What happens when its input ends. */
    public ScriptedProcess onInputEnd(Runnable what) {
        onInputEnd = what;
        return this;
    }

    /** Bytes of a stream that were taken. */
    public long taken(StandardStream stream) {
        return (stream == StandardStream.STDOUT ? stdoutTaken : stderrTaken).get();
    }

    /** What it got on standard input. */
    public String input() {
        synchronized (input) {
            return input.toString(StandardCharsets.UTF_8);
        }
    }

    /** The bytes of it. */
    public byte[] inputBytes() {
        synchronized (input) {
            return input.toByteArray();
        }
    }

    /** How many writes wait to be taken. */
    public int inputWaiting() {
        return heldInput.size();
    }

    /** True when its input ended. */
    public boolean inputEnded() {
        return inputEnded;
    }

    /** True when it was cancelled. */
    public boolean cancelled() {
        return cancelled;
    }

    /** Signals that it got. */
    public List<Integer> signals() {
        return signals;
    }

    /** Sizes that its terminal got. */
    public List<TerminalSize> sizes() {
        return sizes;
    }

    @Override
    public void taken(StandardStream stream, long bytes) {
        (stream == StandardStream.STDOUT ? stdoutTaken : stderrTaken).addAndGet(bytes);
    }

    @Override
    public CompletableFuture<Void> input(ByteBuffer bytes) {
        synchronized (input) {
            input.writeBytes(Streams.bytes(bytes));
        }
        if (!holdsInput) {
            return CompletableFuture.completedFuture(null);
        }
        var held = new CompletableFuture<Void>();
        heldInput.add(held);
        return held;
    }

    @Override
    public void endInput() {
        inputEnded = true;
        onInputEnd.run();
    }

    @Override
    public void resize(TerminalSize size) {
        sizes.add(size);
    }

    @Override
    public void signal(int number) {
        signals.add(number);
    }

    @Override
    public void cancel() {
        if (!cancelled) {
            cancelled = true;
            onCancel.run();
        }
    }
}
