package io.camelsandbox.component;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.apache.camel.NamedNode;
import org.apache.camel.Route;
import org.apache.camel.model.EndpointRequiredDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.support.LifecycleStrategySupport;

/**
 * The texts of a context's routes: bound in its registry under names made from their SHA-256, and unbound when the last
 * route that holds them is removed.
 */
public final class SandboxTexts {

    private static final String PREFIX = "sandbox-text-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-f]{64}");

    private final CamelContext context;
    private final Map<String, Integer> holders = new HashMap<>();

    private SandboxTexts(CamelContext context) {
        this.context = context;
    }

    /** The texts of {@code context}; made when first asked for. */
    public static synchronized SandboxTexts of(CamelContext context) {
        SandboxTexts texts = context.getCamelContextExtension().getContextPlugin(SandboxTexts.class);
        if (texts == null) {
            texts = new SandboxTexts(context);
            context.getCamelContextExtension().addContextPlugin(SandboxTexts.class, texts);
            context.addLifecycleStrategy(texts.new Release());
            context.getPropertiesComponent().addPropertiesFunction(new SandboxTextFunction(context, texts));
        }
        return texts;
    }

    /**
     * Binds a text once more.
     *
     * @param text      the text
     * @param canonical what tells it from every other text
     * @return the reference that an endpoint option takes
     */
    public String bind(SandboxText text, String canonical) {
        return "#bean:" + hold(text, canonical);
    }

    /**
     * Binds a text with placeholders once more. They are resolved when an endpoint is made, so that each route made
     * from a template has its own.
     *
     * @return the reference that an endpoint option takes
     */
    public String bindTemplate(SandboxTextTemplate template, String canonical) {
        return "#bean:{{" + SandboxTextFunction.NAME + ":" + hold(template, "template " + canonical) + "}}";
    }

    private synchronized String hold(Object text, String canonical) {
        String name = PREFIX + sha256(canonical);
        if (holders.merge(name, 1, Integer::sum) == 1) {
            context.getRegistry().bind(name, text);
        }
        return name;
    }

    /** Binds a text for the endpoint that is about to be made from it; bound anew each time it is asked for. */
    synchronized String bindResolved(SandboxText text, String canonical) {
        String name = PREFIX + sha256("resolved " + canonical);
        context.getRegistry().bind(name, text);
        return name;
    }

    private synchronized void release(String name) {
        Integer left = holders.computeIfPresent(name, (key, count) -> count > 1 ? count - 1 : null);
        if (left == null) {
            context.getRegistry().unbind(name);
        }
    }

    private static String sha256(String canonical) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Lets go of what a removed route held. */
    private final class Release extends LifecycleStrategySupport {

        @Override
        public void onRoutesRemove(Collection<Route> routes) {
            for (Route route : routes) {
                NamedNode definition = route.getRoute();
                if (definition instanceof RouteDefinition removed) {
                    releaseAll(removed, route);
                }
            }
        }

        private void releaseAll(RouteDefinition removed, Route route) {
            boolean ownsItsTexts = !Boolean.TRUE.equals(removed.isTemplate());
            if (ownsItsTexts) {
                releaseIn(removed.getInput().getEndpointUri());
                for (ProcessorDefinition<?> step : ProcessorDefinitionHelper.filterTypeInOutputs(
                        removed.getOutputs(), ProcessorDefinition.class)) {
                    if (step instanceof EndpointRequiredDefinition endpoint) {
                        releaseIn(endpoint.getEndpointUri());
                    }
                }
            }
            releaseIn(route.getEndpoint().getEndpointUri());
        }

        private void releaseIn(String uri) {
            Matcher names = NAME.matcher(uri == null ? "" : uri);
            while (names.find()) {
                release(names.group());
            }
        }
    }
}
