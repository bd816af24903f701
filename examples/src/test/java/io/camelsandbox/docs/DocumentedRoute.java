package io.camelsandbox.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.ExchangeEvent;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.apache.camel.support.EventNotifierSupport;

/** Runs one block of YAML in a context of its own. */
final class DocumentedRoute {

    private static final String START = "direct:start";
    private static final long SECONDS = 60;

    private DocumentedRoute() {}

    /** The exchange when it is through the block's first route. */
    static Exchange run(Block block) throws Exception {
        String yaml = isRoute(block.text()) ? block.text() : asRoute(block.text());
        try (CamelContext context = new DefaultCamelContext()) {
            var finished = new FirstExchange();
            context.getManagementStrategy().addEventNotifier(finished);
            PluginHelper.getRoutesLoader(context)
                    .loadRoutes(ResourceHelper.fromString(block.page().file().getFileName() + ".camel.yaml", yaml));
            context.start();
            String from = context.getRoutes().get(0).getEndpoint().getEndpointUri();
            return from.startsWith("direct:") ? send(context, from, block) : finished.await();
        }
    }

    private static Exchange send(CamelContext context, String from, Block block) {
        try (var template = context.createProducerTemplate()) {
            return template.request(from, exchange -> {
                block.directive("body").ifPresent(body -> exchange.getMessage().setBody(body.replace("\\n", "\n")));
                for (String directive : block.directives()) {
                    if (directive.startsWith("header: ")) {
                        String[] header = directive.substring(8).split("=", 2);
                        exchange.getMessage().setHeader(header[0], header[1]);
                    }
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isRoute(String yaml) {
        return yaml.lines().anyMatch(line -> line.startsWith("- route:") || line.startsWith("- from:"));
    }

    private static String asRoute(String steps) {
        return "- route:\n    from:\n      uri: " + START + "\n      steps:\n" + steps.indent(8);
    }

    /** Waits for the first exchange that is done. */
    private static final class FirstExchange extends EventNotifierSupport {

        private final CompletableFuture<Exchange> first = new CompletableFuture<>();

        @Override
        public void notify(CamelEvent event) {
            if (event instanceof ExchangeEvent done
                    && (event.getType() == CamelEvent.Type.ExchangeCompleted
                            || event.getType() == CamelEvent.Type.ExchangeFailed)) {
                first.complete(done.getExchange());
            }
        }

        Exchange await() throws Exception {
            return first.get(SECONDS, TimeUnit.SECONDS);
        }
    }
}
