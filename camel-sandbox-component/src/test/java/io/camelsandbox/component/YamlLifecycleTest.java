package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.model.Model;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.spi.RoutesLoader;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Texts of YAML routes are there as long as something needs them, and no longer. */
class YamlLifecycleTest extends ScriptedSandboxTest {

    private RoutesLoader loader;

    @Override
    protected CamelContext createCamelContext() throws Exception {
        CamelContext context = super.createCamelContext();
        context.setSourceLocationEnabled(true);
        return context;
    }

    @BeforeEach
    void findLoader() {
        loader = PluginHelper.getRoutesLoader(context);
    }

    private void load(String file, String yaml) throws Exception {
        loader.loadRoutes(ResourceHelper.fromString(file, yaml));
    }

    private void update(String file, String yaml) throws Exception {
        loader.updateRoutes(ResourceHelper.fromString(file, yaml));
    }

    private void remove(String route) throws Exception {
        context.getRouteController().stopRoute(route);
        context.removeRoute(route);
    }

    private int boundTexts() {
        return context.getRegistry().findByType(SandboxText.class).size();
    }

    private void runs(String uri, String code) {
        assertThat(send(uri, "").getException()).isNull();
        assertThat(sentCode()).isEqualTo(code);
    }

    private static String route(String id, String code) {
        return """
                - route:
                    id: %1$s
                    from:
                      uri: direct:%1$s
                      steps:
                        - sandbox.execute_python:
                            code: %2$s
                """.formatted(id, code);
    }

    @Test
    void aReloadReplacesTheTextAndUnbindsTheOldOne() throws Exception {
        update("a.yaml", route("a", "first"));
        runs("direct:a", "first");
        update("a.yaml", route("a", "second"));
        runs("direct:a", "second");
        update("a.yaml", route("a", "second"));
        runs("direct:a", "second");

        assertThat(boundTexts()).isEqualTo(1);
        remove("a");
        assertThat(boundTexts()).isZero();
    }

    @Test
    void aTextOfTwoRoutesStaysUntilBothAreGone() throws Exception {
        load("a.yaml", route("a", "same") + route("b", "same"));
        assertThat(boundTexts()).isEqualTo(1);
        remove("a");
        runs("direct:b", "same");
        context.getRouteController().stopRoute("b");
        context.getRouteController().startRoute("b");
        runs("direct:b", "same");
        load("a2.yaml", route("a", "same"));
        remove("b");
        runs("direct:a", "same");
        remove("a");
        assertThat(boundTexts()).isZero();
    }

    @Test
    void aTemplateKeepsItsTextWhenARouteOfItGoes() throws Exception {
        load("t.yaml", """
                - routeTemplate:
                    id: t
                    parameters:
                      - name: name
                      - name: script
                    from:
                      uri: direct:{{name}}
                      steps:
                        - sandbox.execute_python:
                            code: fixed
                        - sandbox.execute_python:
                            code: "{{script}}"
                """);
        var model = context.getCamelContextExtension().getContextPlugin(Model.class);
        for (String name : List.of("one", "two")) {
            model.addRouteFromTemplate(name, "t", Map.of("name", name, "script", "code of\n  " + name));
        }
        runs("direct:one", "code of\n  one");
        runs("direct:two", "code of\n  two");
        remove("one");
        runs("direct:two", "code of\n  two");
        model.addRouteFromTemplate("three", "t", Map.of("name", "three", "script", "3"));
        runs("direct:three", "3");
        assertThat(engine.executions().stream().map(ScriptedEngine::code).filter("fixed"::equals))
                .hasSize(4);
    }

    @Test
    void aRouteConfigurationKeepsItsTextWhenARouteThatUsedItGoes() throws Exception {
        load("c.yaml", """
                - routeConfiguration:
                    id: conf
                    onException:
                      - onException:
                          exception: [java.lang.Exception]
                          handled: {constant: "true"}
                          steps:
                            - sandbox.execute_python:
                                code: handler
                """);
        load("a.yaml", failing("a"));
        load("b.yaml", failing("b"));
        runs("direct:a", "handler");
        remove("a");
        runs("direct:b", "handler");
        load("a.yaml", failing("a"));
        runs("direct:a", "handler");
    }

    private static String failing(String id) {
        return """
                - route:
                    id: %1$s
                    routeConfigurationId: conf
                    from:
                      uri: direct:%1$s
                      steps:
                        - throwException: {exceptionType: java.lang.IllegalStateException, message: x}
                """.formatted(id);
    }

    @Test
    void aDumpedRouteShowsNoText() throws Exception {
        load("a.yaml", route("a", "SECRETCODE"));
        var dumper = PluginHelper.getModelToYAMLDumper(context);
        var xml = PluginHelper.getModelToXMLDumper(context);
        var definition = ((ModelCamelContext) context).getRouteDefinition("a");

        assertThat(dumper.dumpModelAsYaml(context, definition))
                .doesNotContain("SECRET")
                .contains("sandbox:python");
        assertThat(xml.dumpModelAsXml(context, definition)).doesNotContain("SECRET");
    }
}
