package io.camelsandbox.component;

import io.camelsandbox.SandboxRefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.camel.CamelContext;
import org.apache.camel.support.ResourceHelper;

/** Where the code of an endpoint comes from. */
sealed interface CodeSource {

    /** Code that is known when the endpoint starts. */
    record Text(String code) implements CodeSource {
        @Override
        public String toString() {
            return "Text";
        }
    }

    /** Code in a variable of the exchange. */
    record Variable(String name) implements CodeSource {}

    /** The body of the message is the code, or a request in the modules' own fields. */
    record Body() implements CodeSource {}

    String VARIABLE = "variable:";
    String RESOURCE = "resource:";
    List<String> RESOURCES = List.of(RESOURCE, "classpath:", "file:");

    /** Reads the option {@code code}: text, or a reference that is resolved now. */
    static CodeSource of(CamelContext context, String option) {
        if (!isReference(option)) {
            return literal(option);
        }
        return option.startsWith(VARIABLE)
                ? new Variable(option.substring(VARIABLE.length()).trim())
                : literal(load(context, option));
    }

    /** Code as it is, whatever it looks like. */
    static CodeSource literal(String code) {
        if (code.isBlank()) {
            throw new SandboxRefusedException("code is blank: give code, or leave the option out to run the body");
        }
        return new Text(code);
    }

    /** True when {@code option} is not code itself but says where it is; a reference is one line. */
    static boolean isReference(String option) {
        boolean oneLine = option.indexOf('\n') < 0;
        return oneLine && (option.startsWith(VARIABLE) || RESOURCES.stream().anyMatch(option::startsWith));
    }

    private static String load(CamelContext context, String reference) {
        String location = reference.startsWith(RESOURCE) ? reference.substring(RESOURCE.length()) : reference;
        try (InputStream content = ResourceHelper.resolveMandatoryResourceAsInputStream(context, location.trim())) {
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new SandboxRefusedException("code: there is no resource " + location + " that can be read");
        }
    }
}
