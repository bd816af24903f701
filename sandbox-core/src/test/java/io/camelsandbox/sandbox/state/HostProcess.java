package io.camelsandbox.sandbox.state;

import io.camelsandbox.ResourceUsage;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.ExecOrder;
import io.camelsandbox.engine.HostedProcess;
import io.camelsandbox.engine.HostedTransfer;
import io.camelsandbox.engine.ProcessExit;
import io.camelsandbox.engine.ProcessReceiver;
import io.camelsandbox.engine.StandardStream;
import io.camelsandbox.engine.TerminalSize;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/** A process of this machine, as an engine would report it: what a sandbox adds is not there. */
final class HostProcess implements HostedProcess {

    private final Process process;
    private final ProcessReceiver receiver;
    private final Semaphore outWindow = new Semaphore(HostedTransfer.WINDOW);
    private final Semaphore errWindow = new Semaphore(HostedTransfer.WINDOW);
    private final long[] produced = new long[2];
    private volatile boolean cancelled;

    private HostProcess(Process process, ProcessReceiver receiver) {
        this.process = process;
        this.receiver = receiver;
    }

    static HostProcess start(ExecOrder order, ProcessReceiver receiver, Path folder) {
        // a session of its own, so that all that it starts can be killed
        var command = new ArrayList<>(List.of("setsid"));
        command.addAll(order.command());
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().retainAll(List.of("PATH"));
        builder.environment().putAll(order.env());
        try {
            var hosted = new HostProcess(builder.start(), receiver);
            hosted.begin();
            return hosted;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void begin() {
        Thread out = pump(process.getInputStream(), StandardStream.STDOUT, outWindow);
        Thread err = pump(process.getErrorStream(), StandardStream.STDERR, errWindow);
        synchronized (receiver) {
            receiver.started();
        }
        out.start();
        err.start();
        daemon(() -> {
                    process.waitFor();
                    kill(9);
                    out.join();
                    err.join();
                    report();
                })
                .start();
    }

    private void report() {
        int code = process.exitValue();
        OptionalInt signal = code > 128 ? OptionalInt.of(code - 128) : OptionalInt.empty();
        Termination why =
                cancelled ? Termination.CANCELLED : signal.isPresent() ? Termination.SIGNALED : Termination.EXITED;
        var usage = new ResourceUsage(Duration.ofMillis(1), Duration.ofMillis(1), OptionalLong.empty());
        synchronized (receiver) {
            receiver.exited(new ProcessExit(code, signal, why, produced[0], produced[1], usage));
        }
    }

    private Thread pump(InputStream from, StandardStream stream, Semaphore window) {
        return daemon(() -> {
            var bytes = new byte[65_536];
            int count;
            while ((count = from.read(bytes)) >= 0) {
                window.acquire(count);
                produced[stream.ordinal()] += count;
                synchronized (receiver) {
                    receiver.output(stream, ByteBuffer.wrap(bytes, 0, count));
                }
            }
        });
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static Thread daemon(Work work) {
        var thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        return thread;
    }

    private void kill(int signal) {
        try {
            new ProcessBuilder("kill", "-" + signal, "--", "-" + process.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    long pid() {
        return process.pid();
    }

    boolean alive() {
        return process.isAlive();
    }

    @Override
    public void taken(StandardStream stream, long bytes) {
        (stream == StandardStream.STDOUT ? outWindow : errWindow).release((int) bytes);
    }

    @Override
    public CompletableFuture<Void> input(ByteBuffer bytes) {
        var copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return CompletableFuture.runAsync(() -> {
            try {
                process.getOutputStream().write(copy);
                process.getOutputStream().flush();
            } catch (IOException e) {
                // a process that does not read has ended, and that is reported
                throw new UncheckedIOException(e);
            }
        });
    }

    @Override
    public void endInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void resize(TerminalSize size) {}

    @Override
    public void signal(int number) {
        kill(number);
    }

    @Override
    public void cancel() {
        cancelled = true;
        kill(9);
    }
}
