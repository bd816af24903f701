package io.camelsandbox.examples;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.component.SandboxResult;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.ExchangeSentEvent;
import org.apache.camel.support.EventNotifierSupport;

/** Keeps the results of the sandboxes that a route went through, in their order. */
final class ResultCollector extends EventNotifierSupport {

    private final List<ExecutionResult> results = new CopyOnWriteArrayList<>();

    @Override
    public void notify(CamelEvent event) {
        if (event instanceof ExchangeSentEvent sent
                && sent.getEndpoint().getEndpointUri().startsWith("sandbox:")
                && sent.getExchange().getMessage().getBody() instanceof SandboxResult result) {
            results.add(result.getExecution());
        }
    }

    List<ExecutionResult> results() {
        return List.copyOf(results);
    }
}
