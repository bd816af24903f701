package io.camelsandbox.component;

import java.util.ArrayList;
import java.util.List;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.PropertiesFunction;
import org.apache.camel.support.CamelContextHelper;

/**
 * Resolves {@code {{sandbox-text:NAME}}} to the name of a text whose placeholders have the values they have for the
 * route that is being made. In the URI it is a name that differs where the text differs, and never the text itself.
 */
final class SandboxTextFunction implements PropertiesFunction {

    static final String NAME = "sandbox-text";

    private final CamelContext context;
    private final SandboxTexts texts;

    SandboxTextFunction(CamelContext context, SandboxTexts texts) {
        this.context = context;
        this.texts = texts;
    }

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public String apply(String name) {
        var template = CamelContextHelper.mandatoryLookup(context, name, SandboxTextTemplate.class);
        List<String> resolved = new ArrayList<>();
        SandboxText text = template.resolve(context::resolvePropertyPlaceholders, resolved);
        return texts.bindResolved(text, name + "\0" + String.join("\0", resolved));
    }
}
