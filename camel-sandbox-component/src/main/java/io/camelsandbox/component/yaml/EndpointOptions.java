package io.camelsandbox.component.yaml;

import io.camelsandbox.component.SandboxOperation;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.EndpointUriFactory;
import org.apache.camel.util.StringHelper;

/** The options of the sandbox endpoint, as its generated metadata has them. */
final class EndpointOptions {

    private EndpointOptions() {}

    /** Those that the step of {@code operation} has. */
    static Set<String> names(CamelContext context, SandboxOperation operation) {
        EndpointUriFactory factory = context.getCamelContextExtension().getEndpointUriFactory("sandbox");
        return factory.propertyNames().stream()
                .filter(name -> isOfAStep(operation, name))
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

    static boolean isOfAStep(SandboxOperation operation, String name) {
        return !name.equals("operation") && operation.has(name);
    }
}
