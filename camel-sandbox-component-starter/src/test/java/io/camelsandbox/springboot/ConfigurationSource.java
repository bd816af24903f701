package io.camelsandbox.springboot;

import io.camelsandbox.springboot.ComponentOptions.Option;
import java.util.List;
import java.util.Locale;

/** Writes the source of the configuration properties from the options of the component. */
final class ConfigurationSource {

    private static final int MARGIN = 110;

    private final StringBuilder source = new StringBuilder();

    private ConfigurationSource() {}

    static String of(List<Option> options) {
        return new ConfigurationSource().write(options);
    }

    private String write(List<Option> options) {
        line("package io.camelsandbox.springboot;");
        line("");
        line("import org.apache.camel.spring.boot.ComponentConfigurationPropertiesCommon;");
        line("import org.springframework.boot.context.properties.ConfigurationProperties;");
        line("");
        line(
                "/** The options of the sandbox component. Generated from the component's metadata by the tests of this module. */");
        line("@ConfigurationProperties(prefix = \"camel.component.sandbox\")");
        line("public class SandboxComponentConfiguration extends ComponentConfigurationPropertiesCommon {");
        line("");
        javadoc("Whether to enable auto configuration of the sandbox component. This is enabled by default.");
        line("    private Boolean enabled;");
        for (Option option : options) {
            line("");
            javadoc(option.description());
            line("    private " + type(option) + " " + option.name() + initial(option) + ";");
        }
        for (Option option : options) {
            accessors(option);
        }
        line("}");
        return source.toString();
    }

    private void accessors(Option option) {
        String name = option.name().substring(0, 1).toUpperCase(Locale.ROOT)
                + option.name().substring(1);
        line("");
        line("    public " + type(option) + " get" + name + "() {");
        line("        return " + option.name() + ";");
        line("    }");
        line("");
        line("    public void set" + name + "(" + type(option) + " " + option.name() + ") {");
        line("        this." + option.name() + " = " + option.name() + ";");
        line("    }");
    }

    private static String type(Option option) {
        return option.propertyType().replace("java.lang.", "").replace(",", ", ");
    }

    private static String initial(Option option) {
        Object value = option.defaultValue();
        if (value == null) {
            return "";
        }
        return " = " + (option.propertyType().equals("java.lang.String") ? "\"" + value + "\"" : value);
    }

    private void javadoc(String text) {
        line("    /**");
        var line = new StringBuilder("     *");
        for (String word : text.split(" ")) {
            if (line.length() + word.length() > MARGIN) {
                line(line.toString());
                line = new StringBuilder("     *");
            }
            line.append(' ').append(word);
        }
        line(line.toString());
        line("     */");
    }

    private void line(String text) {
        source.append(text).append('\n');
    }
}
