package io.camelsandbox.sandbox;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxExecutionException;
import io.camelsandbox.sandbox.json.Json;
import io.camelsandbox.sandbox.json.JsonException;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** A Python function whose calls run in sandboxes, each in one of its own. Arguments and results are JSON. */
public final class SandboxFunction {

    private final SandboxSession session;
    private final SandboxSpec spec;
    private final PythonFunction function;

    SandboxFunction(SandboxSession session, SandboxSpec spec, PythonFunction function) {
        this.session = session;
        this.spec = spec;
        this.function = function;
    }

    /** {@link #call(List, Map)} without named arguments. */
    public CompletableFuture<Object> call(Object... args) {
        return call(List.of(args), Map.of());
    }

    /**
     * Calls it: arguments as {@link Json#write} takes them, the result as {@link Json#parse} gives it. Fails with
     * {@link FunctionException} when it raises or returns what JSON cannot hold; the sandbox is stopped in any case.
     *
     * @throws JsonException when JSON cannot hold an argument
     */
    public CompletableFuture<Object> call(List<?> args, Map<String, ?> named) {
        var payload = new LinkedHashMap<String, Object>();
        payload.put("function", function.name());
        payload.put("source", function.source());
        payload.put("args", args);
        payload.put("kwargs", named);
        byte[] request = Json.write(payload).getBytes(StandardCharsets.UTF_8);
        Sandbox sandbox = session.create(spec);
        CompletableFuture<Object> result = call(sandbox, request);
        return result.handle((value, problem) ->
                        sandbox.stop(StopOptions.NOW.missingOk()).handle((stopped, leftover) -> problem))
                .thenCompose(stopped -> stopped)
                .thenCompose(problem ->
                        problem == null ? result : CompletableFuture.failedFuture(Background.unwrap(problem)));
    }

    /** Calls it once for each list of arguments, all at once. */
    public List<CompletableFuture<Object>> map(List<? extends List<?>> calls) {
        return calls.stream().map(args -> call(args, Map.of())).toList();
    }

    private CompletableFuture<Object> call(Sandbox sandbox, byte[] request) {
        String name = UUID.randomUUID().toString().replace("-", "");
        String folder = session.defaults().tempDir();
        String runner = folder + "/sandbox_call_" + name + ".py";
        String payload = folder + "/sandbox_payload_" + name + ".json";
        String answer = folder + "/sandbox_result_" + name + ".json";
        return sandbox.writeFile(runner, FunctionRunner.SOURCE.getBytes(StandardCharsets.UTF_8))
                .thenCompose(written -> sandbox.writeFile(payload, request))
                .thenCompose(written -> sandbox.exec(function.interpreter(), runner, payload, answer)
                        .result())
                .thenCompose(ended -> sandbox.readFile(answer)
                        .handle((bytes, problem) -> problem == null ? read(bytes, ended) : missing(ended)));
    }

    private static Object missing(ProcessResult ended) {
        throw new SandboxExecutionException(
                Reason.EXECUTION_FAILED,
                "the function left no result: its interpreter ended with code " + ended.exitCode(),
                ended.execution());
    }

    private static Object read(byte[] bytes, ProcessResult ended) {
        Map<String, Object> answer;
        try {
            answer = Json.parseObject(new String(bytes, StandardCharsets.UTF_8));
        } catch (JsonException e) {
            throw new SandboxException(
                    Reason.FUNCTION_FAILED, "the function's result is no JSON", ended.execution(), e);
        }
        if (answer.containsKey("exception_type")) {
            throw new FunctionException(
                    String.valueOf(answer.get("exception_type")),
                    String.valueOf(answer.get("exception_message")),
                    ended.execution());
        }
        return answer.get("result");
    }
}
