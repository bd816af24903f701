package io.camelsandbox.examples;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.ExchangeEvent;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.EventNotifierSupport;
import org.apache.camel.support.PluginHelper;

/** Routes that run in a context of their own, with the engine of this machine. */
public final class RouteRun implements AutoCloseable {

    private static final long SECONDS = 60;

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final BlockingQueue<Exchange> done = new LinkedBlockingQueue<>();

    private RouteRun() {}

    /** Starts the routes of a file or text. */
    public static RouteRun start(Resource routes) throws Exception {
        var run = new RouteRun();
        try {
            run.context.getManagementStrategy().addEventNotifier(run.new Done());
            PluginHelper.getRoutesLoader(run.context).loadRoutes(routes);
            run.context.start();
            return run;
        } catch (Exception e) {
            run.close();
            throw e;
        }
    }

    /** Starts an example. */
    static RouteRun example(String name) throws Exception {
        var context = new DefaultCamelContext();
        String location = "file:examples/" + name + ".camel.yaml";
        return start(PluginHelper.getResourceLoader(context).resolveResource(location));
    }

    public CamelContext context() {
        return context;
    }

    /** The next exchange that is through a route that starts by itself. */
    public Exchange next() throws InterruptedException {
        Exchange exchange = done.poll(SECONDS, TimeUnit.SECONDS);
        if (exchange == null) {
            throw new AssertionError("no exchange was done within " + SECONDS + " s");
        }
        if (exchange.getException() != null) {
            throw new AssertionError(exchange.getException());
        }
        return exchange;
    }

    /** What becomes of a message that is sent to a route. */
    Exchange send(String uri, Object body) throws Exception {
        try (ProducerTemplate template = context.createProducerTemplate()) {
            return template.request(uri, exchange -> exchange.getMessage().setBody(body));
        }
    }

    /** What becomes of a message with a header that is sent to a route. */
    Exchange send(String uri, Object body, String header, Object value) throws Exception {
        try (ProducerTemplate template = context.createProducerTemplate()) {
            return template.request(uri, exchange -> {
                exchange.getMessage().setBody(body);
                exchange.getMessage().setHeader(header, value);
            });
        }
    }

    @Override
    public void close() {
        context.stop();
    }

    private final class Done extends EventNotifierSupport {

        @Override
        public void notify(CamelEvent event) {
            boolean isEnd = event.getType() == CamelEvent.Type.ExchangeCompleted
                    || event.getType() == CamelEvent.Type.ExchangeFailed;
            if (isEnd && event instanceof ExchangeEvent end && !isPart(end.getExchange())) {
                done.add(end.getExchange());
            }
        }

        /** The parts of a split are exchanges too; they have the id of the one they are a part of. */
        private static boolean isPart(Exchange exchange) {
            Object whole = exchange.getProperty(ExchangePropertyKey.CORRELATION_ID);
            return whole != null && !whole.equals(exchange.getExchangeId());
        }
    }
}
