package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.camelsandbox.SandboxException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.test.junit5.CamelTestSupport;

/** A context whose sandboxes are an engine that the test scripts. */
abstract class ScriptedSandboxTest extends CamelTestSupport {

    final ScriptedEngine engine = new ScriptedEngine();

    @Override
    protected CamelContext createCamelContext() throws Exception {
        CamelContext context = super.createCamelContext();
        context.getRegistry().bind("engine", engine);
        return context;
    }

    @Override
    protected int getShutdownTimeout() {
        // Tests leave runs open; what a graceful stop waits for is looked at where it matters.
        return 1;
    }

    Exchange send(String uri, Object body) {
        return send(uri, body, Map.of());
    }

    Exchange send(String uri, Object body, Map<String, Object> headers) {
        return template.request(uri, exchange -> {
            exchange.getMessage().setBody(body);
            exchange.getMessage().setHeaders(new HashMap<>(headers));
        });
    }

    /** What the send failed with, as the component threw it. */
    static Throwable failure(Exchange exchange) {
        Throwable failure = exchange.getException();
        while (failure != null && !(failure instanceof SandboxException) && failure.getCause() != null) {
            failure = failure.getCause();
        }
        return failure;
    }

    /** The error with which an endpoint does not start. */
    SandboxException startFailure(String uri) {
        Throwable failure = catchThrowable(() -> template.sendBody(uri, ""));
        while (failure != null && !(failure instanceof SandboxException)) {
            failure = failure.getCause();
        }
        assertThat(failure).as("start of " + uri).isNotNull();
        return (SandboxException) failure;
    }

    String sentCode() {
        return ScriptedEngine.code(engine.lastExecution());
    }

    String sentStdin() throws Exception {
        return new String(engine.lastExecution().stdin().open().readAllBytes(), StandardCharsets.UTF_8);
    }
}
