package io.camelsandbox.benchmarks.contest;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.component.SandboxComponent;
import io.camelsandbox.engine.EngineStats;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.AsyncProducer;
import org.apache.camel.CamelContext;
import org.apache.camel.Component;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PropertyBindingSupport;

/** A Camel context with one route for each script: {@code direct:} to {@code sandbox:}, the body being the code. */
public final class SandboxRoutes implements AutoCloseable {

    private final CamelContext context;
    private final ProducerTemplate template;
    private final Map<TinyScript, AsyncProducer> producers = new EnumMap<>(TinyScript.class);

    private SandboxRoutes(CamelContext context) throws Exception {
        this.context = context;
        this.template = context.createProducerTemplate();
        for (TinyScript script : TinyScript.values()) {
            AsyncProducer producer =
                    context.getEndpoint("direct:" + script.id()).createAsyncProducer();
            context.addService(producer);
            producers.put(script, producer);
        }
    }

    /**
     * Starts the context.
     *
     * @param componentOptions options of the sandbox component
     * @param endpointOptions  the query of the endpoints, such as {@code timeout=60s}; may be empty
     */
    public static SandboxRoutes start(Map<String, Object> componentOptions, String endpointOptions) throws Exception {
        var context = new DefaultCamelContext();
        context.getCamelContextExtension().setName("benchmark");
        try {
            Component component = context.getComponent("sandbox", true, false);
            PropertyBindingSupport.build()
                    .withConfigurer(component.getComponentPropertyConfigurer())
                    .withMandatory(true)
                    .bind(context, component, new HashMap<>(componentOptions));
            context.addRoutes(routes(endpointOptions));
            context.start();
            return new SandboxRoutes(context);
        } catch (Exception e) {
            context.close();
            throw e;
        }
    }

    private static RouteBuilder routes(String endpointOptions) {
        String query = endpointOptions.isEmpty() ? "" : "?" + endpointOptions;
        return new RouteBuilder() {
            @Override
            public void configure() {
                for (TinyScript script : TinyScript.values()) {
                    from("direct:" + script.id()).to("sandbox:" + script.id() + query);
                }
            }
        };
    }

    /** Runs {@code code} through a route and gives its standard output. */
    public String text(TinyScript route, String code) {
        return template.requestBody("direct:" + route.id(), code, String.class);
    }

    /** Runs {@code code} through a route and gives the result. */
    public ExecutionResult result(TinyScript route, String code) {
        return template.requestBody("direct:" + route.id(), code, ExecutionResult.class);
    }

    /** Runs {@code code} through a route and gives the exchange that comes back, failed or not. */
    public Exchange exchange(TinyScript route, String code) {
        return template.request("direct:" + route.id(), e -> {
            e.setPattern(ExchangePattern.InOut);
            e.getMessage().setBody(code);
        });
    }

    /** Runs {@code code} through a route and gives its standard output as bytes. */
    public byte[] bytes(TinyScript route, String code) {
        return template.requestBody("direct:" + route.id(), code, byte[].class);
    }

    /** Sends without waiting, and without a thread that waits. */
    public CompletableFuture<Exchange> send(TinyScript route, String code) {
        var answer = new CompletableFuture<Exchange>();
        AsyncProducer producer = producers.get(route);
        Exchange exchange = producer.getEndpoint().createExchange(ExchangePattern.InOut);
        exchange.getMessage().setBody(code);
        producer.process(exchange, doneSync -> answer.complete(exchange));
        return answer;
    }

    /** What the engine counts; empty where it counts nothing. */
    public Optional<EngineStats> stats() {
        return context.getComponent("sandbox", SandboxComponent.class).engineStats();
    }

    /** Stops the context; nothing that it started is left. */
    @Override
    public void close() {
        template.stop();
        context.stop();
    }
}
