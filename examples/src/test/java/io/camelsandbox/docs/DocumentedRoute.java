package io.camelsandbox.docs;

import io.camelsandbox.examples.RouteRun;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.support.ResourceHelper;

/** Runs one block of YAML in a context of its own. */
final class DocumentedRoute {

    private DocumentedRoute() {}

    /** The exchange when it is through the block's first route. */
    static Exchange run(Block block) throws Exception {
        String yaml = isRoute(block.text()) ? block.text() : asRoute(block.text());
        String name = block.page().file().getFileName().toString().replace(".md", ".camel.yaml");
        try (RouteRun run = RouteRun.start(ResourceHelper.fromString(name, yaml))) {
            String from = run.context().getRoutes().get(0).getEndpoint().getEndpointUri();
            return from.startsWith("direct:") ? send(run, from, block) : run.next();
        }
    }

    private static Exchange send(RouteRun run, String from, Block block) throws Exception {
        try (ProducerTemplate template = run.context().createProducerTemplate()) {
            return template.request(from, exchange -> {
                block.directive("body").ifPresent(body -> exchange.getMessage().setBody(body.replace("\\n", "\n")));
                block.directive("header").ifPresent(header -> exchange.getMessage()
                        .setHeader(
                                header.substring(0, header.indexOf('=')), header.substring(header.indexOf('=') + 1)));
            });
        }
    }

    private static boolean isRoute(String yaml) {
        return yaml.lines().anyMatch(line -> line.startsWith("- route:") || line.startsWith("- from:"));
    }

    private static String asRoute(String steps) {
        return "- route:\n    from:\n      uri: direct:start\n      steps:\n" + steps.indent(8);
    }
}
