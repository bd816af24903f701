package io.camelsandbox.component;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.sandbox.ExecRequest;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.SandboxProcess;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.camel.Exchange;

/** Runs a command in a sandbox that is there. */
final class ExecProducer extends SandboxProducer {

    private final Target target;
    private final ExecMapper requests;
    private final ResultMapper results;

    ExecProducer(SandboxEndpoint endpoint) {
        super(endpoint);
        target = Target.of(endpoint);
        requests = ExecMapper.of(endpoint);
        results = new ResultMapper(ResultRules.of(endpoint.getConfiguration()));
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        component().live();
    }

    @Override
    Task<ExecutionResult> task(Exchange exchange, RequestFields control) {
        String id = target.id(exchange, control);
        ExecRequest request = requests.map(exchange, control);
        return new Task<>(
                component().runs(), () -> component().live().use(id, sandbox -> exec(sandbox, request)), results::map);
    }

    private static CompletableFuture<ExecutionResult> exec(Sandbox sandbox, ExecRequest request) {
        SandboxProcess process = sandbox.exec(request);
        var result = new CompletableFuture<ExecutionResult>();
        result.whenComplete((done, problem) -> {
            if (result.isCancelled()) {
                process.cancel();
            }
        });
        process.result().whenComplete((ended, problem) -> {
            if (problem == null) {
                result.complete(ended.execution());
            } else {
                conclude(result, problem);
            }
        });
        return result;
    }

    /** A time limit that was reached is a result here, as it is of code. */
    private static void conclude(CompletableFuture<ExecutionResult> result, Throwable problem) {
        Throwable cause =
                problem instanceof CompletionException && problem.getCause() != null ? problem.getCause() : problem;
        if (cause instanceof SandboxException known
                && known.reason() == Reason.COMMAND_TIMEOUT
                && known.result().isPresent()) {
            result.complete(known.result().get());
        } else {
            result.completeExceptionally(cause);
        }
    }
}
