package io.camelsandbox.component;

import io.camelsandbox.SandboxException;
import io.camelsandbox.sandbox.ScriptedHost;
import io.camelsandbox.sandbox.ScriptedSandbox;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.test.junit5.CamelTestSupport;

/** A context whose sandboxes that stay do what the test says. */
abstract class ScriptedHostTest extends CamelTestSupport {

    final ScriptedHost host = new ScriptedHost();

    @Override
    protected CamelContext createCamelContext() throws Exception {
        CamelContext context = super.createCamelContext();
        context.getRegistry().bind("engine", host);
        return context;
    }

    @Override
    protected int getShutdownTimeout() {
        return 1;
    }

    SandboxComponent component() {
        return context.getComponent("sandbox", SandboxComponent.class);
    }

    /** Sends a message with the properties of an exchange. */
    Exchange send(String uri, Object body, Map<String, Object> properties) {
        return template.request(uri, exchange -> {
            exchange.getMessage().setBody(body);
            properties.forEach(exchange::setProperty);
        });
    }

    Exchange send(String uri, Object body) {
        return send(uri, body, Map.of());
    }

    /** Sends a message to the only sandbox, as an exchange has it that started it. */
    Exchange sendToOnly(String uri, Object body) {
        return send(uri, body, Map.of("CamelSandboxId", host.only().id()));
    }

    /** Starts a sandbox. */
    ScriptedSandbox run(String options) {
        Exchange exchange = send("sandbox:run" + options, "");
        if (exchange.getException() != null) {
            throw new AssertionError(exchange.getException());
        }
        return host.sandboxes().get(host.sandboxes().size() - 1);
    }

    static SandboxException failure(Exchange exchange) {
        return sandboxException(exchange.getException());
    }

    static SandboxException sandboxException(Throwable problem) {
        Throwable cause = problem;
        while (cause != null && !(cause instanceof SandboxException)) {
            cause = cause.getCause();
        }
        if (cause == null) {
            throw new AssertionError("no error of a sandbox", problem);
        }
        return (SandboxException) cause;
    }
}
