package io.camelsandbox.component.yaml;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
        Set<String> names = new HashSet<>(factory.propertyNames());
        names.removeAll(NOT_IN_STEPS);
        return names;
    }

    /** True for an option and for one entry of an option that is a map, such as {@code env.NAME}. */
    static boolean has(Set<String> names, String name) {
        int dot = name.indexOf('.');
        return names.contains(dot < 0 ? name : name.substring(0, dot));
    }

    static List<String> asWrittenInSteps(Set<String> names) {
        return names.stream()
                .map(name -> StringHelper.camelCaseToDash(name).replace('-', '_'))
                .sorted()
                .toList();
    }
}
