package io.camelsandbox.sandbox;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Language;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.code.ExecutionFactory;
import io.camelsandbox.engine.HostedSandbox;
import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.sandbox.state.StatefulInterpreter;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Runs code in sandboxes with the state that earlier code left: one interpreter for each sandbox and language. */
final class StatefulCode {

    private record Key(String sandboxId, Language language) {}

    private final ExecutionFactory executions;
    private final String engine;
    private final Background background;
    private final Map<Key, StatefulInterpreter> interpreters = new ConcurrentHashMap<>();

    StatefulCode(SandboxEngine engine, Background background) {
        this.executions = new ExecutionFactory(engine, System.getenv());
        this.engine = engine.name();
        this.background = background;
    }

    CompletableFuture<ExecutionResult> run(SandboxCore sandbox, CodeRequest request) {
        if (request.language() == Language.SHELL) {
            throw new SandboxRefusedException("state is kept for js and python, not for shell");
        }
        if (!request.mounts().isEmpty()) {
            throw new SandboxRefusedException("a sandbox that is there cannot be given mounts: leave them out");
        }
        var run = new StatefulRun(sandbox, request, executions.create(request), engine, background);
        // the sandbox may have to start first: what was asked for first comes first even then
        sandbox.admission().take(() -> sandbox.running().handle((hosted, problem) -> {
            if (problem == null) {
                enqueue(run, hosted);
            } else {
                run.fail(problem);
            }
            return null;
        }));
        CompletableFuture<ExecutionResult> delivered = background.deliver(run.result());
        delivered.whenComplete((result, problem) -> {
            if (delivered.isCancelled()) {
                run.cancel();
            }
        });
        return delivered;
    }

    /** How many interpreters are there, or are waited for. */
    int interpreters() {
        return interpreters.size();
    }

    private void enqueue(StatefulRun run, HostedSandbox hosted) {
        var key = new Key(hosted.id(), run.language());
        StatefulInterpreter interpreter = interpreters.compute(key, (same, found) -> {
            StatefulInterpreter joined = found == null ? new StatefulInterpreter() : found;
            joined.join();
            return joined;
        });
        run.result().whenComplete((result, problem) -> {
            interpreter.leave();
            drop(key);
        });
        try {
            interpreter.turns().take(() -> run.begin(hosted, interpreter, () -> drop(key)));
        } catch (SandboxException e) {
            run.fail(e);
        }
    }

    private void drop(Key key) {
        interpreters.computeIfPresent(key, (same, interpreter) -> interpreter.unused() ? null : interpreter);
    }
}
