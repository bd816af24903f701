package io.camelsandbox.sandbox;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.OutputFile;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.Stdin;
import io.camelsandbox.code.ExecutionFactory;
import io.camelsandbox.code.HarnessRequest;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.FileEntry;
import io.camelsandbox.engine.GuestLayout;
import io.camelsandbox.engine.OutputGlobs;
import io.camelsandbox.engine.Program;
import io.camelsandbox.engine.SandboxEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Runs code in sandboxes that stay. Each run has a folder of its own for its code, so that many can be at once. */
final class LiveCode {

    private final ExecutionFactory executions;

    LiveCode(SandboxEngine engine) {
        this.executions = new ExecutionFactory(engine, System.getenv());
    }

    CompletableFuture<ExecutionResult> run(SandboxCore sandbox, CodeRequest request) {
        if (!request.mounts().isEmpty()) {
            throw new SandboxRefusedException("a sandbox that is there cannot be given mounts: leave them out");
        }
        Execution execution = executions.create(request);
        String folder = GuestLayout.CODE + "/" + execution.id();
        var result = new CompletableFuture<ExecutionResult>();
        CompletableFuture<ExecutionResult> whole = writeFiles(sandbox, execution, folder)
                .thenCompose(written -> {
                    ProcessRun run = sandbox.exec(command(execution, folder));
                    cancelWith(result, run);
                    return run.result().handle(LiveCode::ended);
                })
                .thenCompose(ended -> withFiles(sandbox, execution, ended));
        whole.whenComplete((ended, problem) -> {
            remove(sandbox, folder);
            if (problem == null) {
                result.complete(ended);
            } else {
                result.completeExceptionally(Background.unwrap(problem));
            }
        });
        return result;
    }

    private static CompletableFuture<Void> writeFiles(SandboxCore sandbox, Execution execution, String folder) {
        var writes = new ArrayList<CompletableFuture<Void>>();
        execution
                .codeFiles()
                .forEach((name, content) ->
                        writes.add(sandbox.files().write(folder + "/" + name, content, FileOptions.DEFAULT)));
        execution
                .inputFiles()
                .forEach((name, content) -> writes.add(
                        sandbox.files().write(GuestLayout.WORKSPACE + "/" + name, content, FileOptions.DEFAULT)));
        return Waiting.all(writes).thenApply(done -> null);
    }

    private static ExecRequest command(Execution execution, String folder) {
        List<String> argv = execution.program().argv().stream()
                .map(word -> moved(word, folder))
                .toList();
        ExecRequest.Builder command = ExecRequest.builder(argv)
                .cwd(execution.workingDir())
                .env(execution.program().env())
                .timeout(execution.limits().timeout())
                .maxOutput(execution.limits().output())
                .onOutputLimit(execution.outputPolicy());
        execution.spool().ifPresent(command::spool);
        if (!(execution.stdin() instanceof Stdin.Bytes bytes && bytes.content().length == 0)) {
            command.stdin(execution.stdin());
        }
        if (execution.program() instanceof Program.Booted booted) {
            command.request(HarnessRequest.relocate(booted.request(), path -> moved(path, folder)));
        }
        return command.build();
    }

    /** Code files are named where one-shot sandboxes have them; nothing else of a program begins so. */
    private static String moved(String word, String folder) {
        return word.startsWith(GuestLayout.CODE + "/main.") ? folder + word.substring(GuestLayout.CODE.length()) : word;
    }

    /** A time limit is a result here, as it is of code in a sandbox of its own. */
    private static ExecutionResult ended(ProcessResult result, Throwable problem) {
        if (problem == null) {
            return result.execution();
        }
        SandboxException known = SandboxLife.asSandboxException(Background.unwrap(problem));
        if (known.reason() == Reason.COMMAND_TIMEOUT && known.result().isPresent()) {
            return known.result().get();
        }
        throw known;
    }

    /** The result with the files that were asked for. */
    static CompletableFuture<ExecutionResult> withFiles(
            SandboxCore sandbox, Execution execution, ExecutionResult ended) {
        if (execution.outputFiles().isEmpty()) {
            return CompletableFuture.completedFuture(ended);
        }
        var globs = new OutputGlobs(execution.outputFiles());
        return sandbox.files()
                .list(GuestLayout.WORKSPACE)
                .thenCompose(entries -> Waiting.all(entries.stream()
                        .filter(entry -> entry.kind() == FileEntry.Kind.FILE && globs.matches(entry.path()))
                        .map(entry -> sandbox.files()
                                .read(GuestLayout.WORKSPACE + "/" + entry.path(), FileOptions.DEFAULT)
                                .thenApply(bytes -> new OutputFile(entry.path(), bytes)))
                        .toList()))
                .thenApply(ended::withFiles);
    }

    private static void cancelWith(CompletableFuture<ExecutionResult> result, ProcessRun run) {
        result.whenComplete((done, problem) -> {
            if (result.isCancelled()) {
                run.cancel();
            }
        });
    }

    /** Removes a folder without anybody waiting for it. */
    static void remove(SandboxCore sandbox, String folder) {
        boolean running = sandbox.life()
                .status()
                .filter(status -> status == SandboxStatus.RUNNING)
                .isPresent();
        if (running) {
            // what is left of it is the sandbox's loss, and no error of the code
            sandbox.execUncounted(ExecRequest.of("/bin/rm", "-rf", "--", folder));
        }
    }
}
