package io.camelsandbox.component.yaml;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.EndpointUriFactory;
import org.apache.camel.util.StringHelper;

/** The options of the sandbox endpoint, as its generated metadata has them. */
final class EndpointOptions {

    private static final Set<String> NOT_IN_STEPS =
            Set.of("operation", "bridgeErrorHandler", "exceptionHandler", "exchangePattern");

    private EndpointOptions() {}

    static Set<String> names(CamelContext context) {
        EndpointUriFactory factory = context.getCamelContextExtension().getEndpointUriFactory("sandbox");
        return factory.propertyNames().stream()
                .filter(EndpointOptions::isOfAStep)
                .collect(Collectors.toSet());
    }

    /** True for an option and for one entry of an option that is a map, such as {@code env.NAME}. */
    static boolean has(Set<String> names, String name) {
        int dot = name.indexOf('.');
        return names.contains(dot < 0 ? name : name.substring(0, dot));
    }

    static List<String> asWrittenInSteps(Set<String> names) {
        return names.stream().map(EndpointOptions::asWrittenInSteps).sorted().toList();
    }

    /** The snake_case spelling of an option. */
    static String asWrittenInSteps(String name) {
        return StringHelper.camelCaseToDash(name).replace('-', '_');
    }

    static boolean isOfAStep(String name) {
        return !NOT_IN_STEPS.contains(name);
    }
}
