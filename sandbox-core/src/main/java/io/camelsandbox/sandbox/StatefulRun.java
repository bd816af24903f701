package io.camelsandbox.sandbox;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.Enforcement;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Language;
import io.camelsandbox.SandboxCancelledException;
import io.camelsandbox.Stdin;
import io.camelsandbox.code.HarnessRequest;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.GuestLayout;
import io.camelsandbox.engine.HostedSandbox;
import io.camelsandbox.engine.Program;
import io.camelsandbox.sandbox.state.InterpreterPlan;
import io.camelsandbox.sandbox.state.Place;
import io.camelsandbox.sandbox.state.StatefulExecution;
import io.camelsandbox.sandbox.state.StatefulInterpreter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** One execution with state, from when it was asked for: waits for its turn, has its files brought, is run. */
final class StatefulRun {

    private final SandboxCore sandbox;
    private final CodeRequest request;
    private final Execution execution;
    private final String engine;
    private final Background background;
    private final String folder;
    private final CompletableFuture<ExecutionResult> result = new CompletableFuture<>();
    private StatefulInterpreter interpreter;
    private CompletableFuture<ExecutionResult> inside;
    private boolean cancelled;

    StatefulRun(SandboxCore sandbox, CodeRequest request, Execution execution, String engine, Background background) {
        this.sandbox = sandbox;
        this.request = request;
        this.execution = execution;
        this.engine = engine;
        this.background = background;
        this.folder = GuestLayout.CODE + "/" + execution.id();
    }

    Language language() {
        return request.language();
    }

    CompletableFuture<ExecutionResult> result() {
        return result;
    }

    void fail(Throwable problem) {
        result.completeExceptionally(SandboxLife.asSandboxException(Background.unwrap(problem)));
    }

    /** Ends it where it runs, or gives up its place. */
    void cancel() {
        StatefulInterpreter at;
        CompletableFuture<ExecutionResult> running;
        synchronized (this) {
            cancelled = true;
            at = interpreter;
            running = inside;
        }
        if (running != null) {
            at.cancel(running);
        } else {
            fail(notBegun());
        }
    }

    /** Its turn: the future ends when the interpreter is free for the next. */
    CompletableFuture<?> begin(HostedSandbox hosted, StatefulInterpreter given, Runnable atEnd) {
        if (result.isDone()) {
            return CompletableFuture.completedFuture(null);
        }
        boolean hasStdin = !(request.stdin() instanceof Stdin.Bytes bytes && bytes.content().length == 0);
        return bring(hasStdin)
                .thenCompose(brought -> run(hosted, given, hasStdin, atEnd))
                .thenCompose(ended -> LiveCode.withFiles(sandbox, execution, ended))
                .handle((ended, problem) -> {
                    if (hasStdin) {
                        LiveCode.remove(sandbox, folder);
                    }
                    if (problem == null) {
                        result.complete(ended);
                    } else {
                        fail(problem);
                    }
                    return null;
                });
    }

    private CompletableFuture<?> bring(boolean hasStdin) {
        var writes = new ArrayList<CompletableFuture<Void>>();
        execution
                .inputFiles()
                .forEach((name, content) -> writes.add(
                        sandbox.files().write(GuestLayout.WORKSPACE + "/" + name, content, FileOptions.DEFAULT)));
        if (hasStdin) {
            writes.add(bring(request.stdin()));
        }
        return Waiting.all(writes);
    }

    private CompletableFuture<Void> bring(Stdin stdin) {
        if (stdin instanceof Stdin.Bytes bytes) {
            return sandbox.files().write(stdinFile(), bytes.content(), FileOptions.DEFAULT);
        }
        var source = Streams.fromInputStream(stdin.open(), background.callers());
        return sandbox.files().writeStreaming(stdinFile(), source, FileOptions.DEFAULT);
    }

    private CompletableFuture<ExecutionResult> run(
            HostedSandbox hosted, StatefulInterpreter given, boolean hasStdin, Runnable atEnd) {
        Program.Booted program = (Program.Booted) execution.program();
        var plan = new InterpreterPlan(command(program), program.env(), request.allowedModules());
        var place = new Place(
                engine,
                hosted.id(),
                () -> hosted.facts().enforcement().orElseGet(Enforcement::none),
                hosted::exec,
                background.timer());
        var work = new StatefulExecution(
                execution.codeFiles().values().iterator().next(),
                HarnessRequest.fields(program.request()),
                request.workingDir().map(said -> execution.workingDir()),
                hasStdin ? Optional.of(stdinFile()) : Optional.empty(),
                execution.limits(),
                execution.outputPolicy(),
                execution.spool());
        CompletableFuture<ExecutionResult> running;
        synchronized (this) {
            if (cancelled) {
                return CompletableFuture.failedFuture(notBegun());
            }
            interpreter = given;
            running = given.run(plan, place, work, execution.workingDir(), atEnd);
            inside = running;
        }
        return running;
    }

    /** The interpreter as for one execution, with the bootstrap for many. */
    private List<String> command(Program.Booted program) {
        String executable = program.argv().get(0);
        return request.language() == Language.PYTHON
                ? List.of(executable, "-I", "-B", GuestLayout.SUPPORT + "/python_state.py")
                // node cannot duplicate descriptors: a shell does, before it
                : List.of(
                        "/bin/sh",
                        "-c",
                        "exec 3<&0 4>&1 5>&2 </dev/null; exec \"$0\" \"$@\"",
                        executable,
                        "--expose-internals",
                        GuestLayout.SUPPORT + "/node_state.cjs");
    }

    private String stdinFile() {
        return folder + "/stdin";
    }

    private static SandboxCancelledException notBegun() {
        return new SandboxCancelledException("the execution was cancelled before it was begun", null);
    }
}
