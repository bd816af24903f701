package io.camelsandbox.sandbox;

import io.camelsandbox.Enforcement;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxCancelledException;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxExecutionException;
import io.camelsandbox.Termination;
import io.camelsandbox.TimeSpan;
import io.camelsandbox.engine.HostedProcess;
import io.camelsandbox.engine.HostedSandbox;
import io.camelsandbox.engine.ProcessExit;
import io.camelsandbox.engine.ProcessReceiver;
import io.camelsandbox.engine.StandardStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** One process between its engine and its callers: what the engine reports becomes streams and a result. */
final class ProcessRun implements ProcessReceiver {

    /** How much longer than a command's own time its engine has to report the end. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    private final ExecRequest request;
    private final Optional<Duration> timeout;
    private final String engine;
    private final Background background;
    private final ProcessOutput stdout;
    private final ProcessOutput stderr;
    private final StdinWriter stdin;
    private final CompletableFuture<Void> running = new CompletableFuture<>();
    private final CompletableFuture<ProcessResult> result = new CancelsCommand();

    private final List<Consumer<HostedProcess>> waiting = new ArrayList<>();
    private HostedProcess hosted;
    private HostedSandbox sandbox;
    private ScheduledFuture<?> alarm;
    private boolean cancelled;
    private boolean overLimit;
    private boolean ended;
    private boolean doomed;

    ProcessRun(ExecRequest request, Optional<Duration> timeout, String engine, Background background) {
        this.request = request;
        this.timeout = timeout;
        this.engine = engine;
        this.background = background;
        this.stdout = new ProcessOutput(
                request, background.callers(), bytes -> taken(StandardStream.STDOUT, bytes), this::overLimit);
        this.stderr = new ProcessOutput(
                request, background.callers(), bytes -> taken(StandardStream.STDERR, bytes), this::overLimit);
        this.stdin = request.openStdin || request.stdin != null ? new StdinWriter(background) : null;
    }

    ExecRequest request() {
        return request;
    }

    CompletableFuture<ProcessResult> result() {
        return result;
    }

    /** Completed when the process runs, failed when it never will. */
    CompletableFuture<Void> running() {
        return running;
    }

    ProcessOutput output(StandardStream stream) {
        return stream == StandardStream.STDOUT ? stdout : stderr;
    }

    Optional<StdinWriter> openStdin() {
        return Optional.ofNullable(request.openStdin ? stdin : null);
    }

    /** The sandbox runs: starts the process in it, unless it was cancelled before. */
    void startIn(HostedSandbox host, Function<ProcessReceiver, HostedProcess> starter) {
        synchronized (this) {
            if (ended) {
                return;
            }
            sandbox = host;
        }
        HostedProcess process;
        try {
            process = starter.apply(this);
        } catch (RuntimeException e) {
            failed(SandboxLife.asSandboxException(e));
            return;
        }
        List<Consumer<HostedProcess>> calls;
        boolean over;
        synchronized (this) {
            hosted = process;
            over = doomed;
            calls = new ArrayList<>(waiting);
            waiting.clear();
        }
        calls.forEach(call -> call.accept(process));
        if (over) {
            process.cancel();
        }
    }

    /** Does something with the process now, or as soon as the engine has it. */
    void whenHosted(Consumer<HostedProcess> call) {
        HostedProcess process;
        synchronized (this) {
            process = hosted;
            if (process == null && !ended) {
                waiting.add(call);
            }
        }
        if (process != null) {
            call.accept(process);
        }
    }

    /** Ends the process; before it has a sandbox there is nothing to end but the wait. */
    void cancel() {
        boolean early;
        synchronized (this) {
            cancelled = true;
            early = sandbox == null;
        }
        if (early) {
            failed(new SandboxCancelledException("the command was cancelled before it was started", null));
        } else {
            whenHosted(HostedProcess::cancel);
        }
    }

    @Override
    public void started() {
        synchronized (this) {
            if (ended) {
                return;
            }
            timeout.ifPresent(
                    time -> alarm = background.after(time.plus(request.grace).plus(SLACK), this::late));
        }
        if (stdin != null) {
            whenHosted(stdin::started);
            feed();
        }
        background.callers().execute(() -> running.complete(null));
    }

    @Override
    public void output(StandardStream stream, ByteBuffer bytes) {
        output(stream).accept(bytes);
    }

    @Override
    public void exited(ProcessExit exit) {
        if (!end()) {
            return;
        }
        var execution = new ExecutionResult(
                stdout.finish(exit.stdoutProduced()),
                stderr.finish(exit.stderrProduced()),
                exit.exitCode(),
                exit.signal(),
                terminationOf(exit),
                List.of(),
                exit.usage(),
                sandbox.facts().enforcement().orElseGet(Enforcement::none),
                engine,
                sandbox.id());
        SandboxException problem = problemOf(execution);
        background.callers().execute(() -> {
            running.complete(null);
            if (problem == null) {
                result.complete(new ProcessResult(request.command(), execution));
            } else {
                result.completeExceptionally(problem);
            }
        });
    }

    @Override
    public void failed(SandboxException cause) {
        if (!end()) {
            return;
        }
        stdout.fail(cause);
        stderr.fail(cause);
        background.callers().execute(() -> {
            running.completeExceptionally(cause);
            result.completeExceptionally(cause);
        });
    }

    private void overLimit() {
        synchronized (this) {
            if (overLimit || cancelled) {
                return;
            }
            overLimit = true;
        }
        whenHosted(HostedProcess::cancel);
    }

    private synchronized Termination terminationOf(ProcessExit exit) {
        boolean killedForIt = overLimit
                && (exit.termination() == Termination.CANCELLED || exit.signal().isPresent());
        return killedForIt ? Termination.OUTPUT_LIMIT : exit.termination();
    }

    private synchronized boolean isCancelled() {
        return cancelled;
    }

    private boolean end() {
        synchronized (this) {
            if (ended) {
                return false;
            }
            ended = true;
            waiting.clear();
            if (alarm != null) {
                alarm.cancel(false);
            }
        }
        if (stdin != null) {
            stdin.ended();
        }
        return true;
    }

    private SandboxException problemOf(ExecutionResult execution) {
        return switch (execution.termination()) {
            case TIMED_OUT ->
                new SandboxTimeoutException(
                        "the command was ended after its time of "
                                + timeout.map(TimeSpan::format).orElse("?"),
                        execution);
            case CANCELLED -> new SandboxCancelledException("the command was cancelled", execution);
            default ->
                isCancelled() && execution.signal().isPresent()
                        ? new SandboxCancelledException("the command was cancelled", execution)
                        : checked(execution);
        };
    }

    private SandboxException checked(ExecutionResult execution) {
        return request.check == ExecRequest.Check.OFF || execution.exitCode() == 0
                ? null
                : new SandboxExecutionException(
                        Reason.EXECUTION_FAILED, "the command ended with code " + execution.exitCode(), execution);
    }

    private void late() {
        failAndCancel(new SandboxTimeoutException(
                Reason.REQUEST_TIMEOUT, "the engine did not report the end of a command after its time was over"));
    }

    private void feed() {
        if (request.stdin == null) {
            return;
        }
        CompletableFuture<Void> fed = StdinSource.feed(request.stdin, stdin, background);
        // a source that cannot be read ends the command: half an input is worse than none
        fed.whenComplete((done, problem) -> {
            if (problem != null) {
                sourceFailed(Background.unwrap(problem));
            }
        });
        result.whenComplete((done, problem) -> fed.cancel(false));
    }

    private void sourceFailed(Throwable problem) {
        if (problem instanceof CancellationException || problem instanceof SandboxException) {
            return;
        }
        failAndCancel(new SandboxException(Reason.EXECUTION_FAILED, "the source of standard input failed", problem));
    }

    private void failAndCancel(SandboxException cause) {
        failed(cause);
        HostedProcess process;
        synchronized (this) {
            doomed = true;
            process = hosted;
        }
        if (process != null) {
            process.cancel();
        }
    }

    private void taken(StandardStream stream, long bytes) {
        if (bytes > 0) {
            whenHosted(process -> process.taken(stream, bytes));
        }
    }

    private final class CancelsCommand extends CompletableFuture<ProcessResult> {
        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean first = super.cancel(mayInterruptIfRunning);
            ProcessRun.this.cancel();
            return first;
        }
    }
}
