package io.camelsandbox.component;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.sandbox.Sandbox;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;

/** Runs the code of each exchange: in a sandbox of its own, or in one that is there, with state or without. */
final class CodeProducer extends SandboxProducer {

    private final RunSettings settings;
    private final Target target;
    private final boolean inLiveSandbox;
    private final boolean stateful;
    private RequestMapper requests;
    private ResultMapper results;

    CodeProducer(SandboxEndpoint endpoint) {
        super(endpoint);
        stateful = endpoint.isStateful();
        inLiveSandbox = endpoint.isInLiveSandbox();
        settings = endpoint.settings();
        target = Target.of(endpoint);
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        requests = new RequestMapper(settings, component().spoolFolder()::get);
        results = new ResultMapper(settings.results());
        component().checkRunnable(requests.sample());
        if (inLiveSandbox) {
            component().live();
        }
    }

    @Override
    Task<ExecutionResult> task(Exchange exchange, RequestFields control) {
        Optional<String> id = stateful ? Optional.of(target.id(exchange, control)) : target.said(exchange, control);
        CodeRequest request = requests.map(exchange, control);
        if (id.isPresent() && !request.mounts().isEmpty()) {
            throw new SandboxRefusedException(
                    "a sandbox that is there has its mounts already: leave mounts out, or run in a sandbox of its own");
        }
        return new Task<>(
                component().runs(),
                () -> id.isPresent()
                        ? component().live().use(id.get(), sandbox -> run(sandbox, request))
                        : component().runCode(request),
                results::map);
    }

    private CompletableFuture<ExecutionResult> run(Sandbox sandbox, CodeRequest request) {
        return stateful ? sandbox.runStateful(request) : sandbox.runCode(request);
    }
}
