package io.camelsandbox.component.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.sandbox.ScriptedHost;
import io.camelsandbox.sandbox.ScriptedSandbox;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations as steps: what is written reaches the sandbox as it is written. */
class OperationStepsTest {

    private final ScriptedHost host = new ScriptedHost();
    private final CamelContext context = new DefaultCamelContext();
    private ProducerTemplate template;

    @BeforeEach
    void start() {
        context.getRegistry().bind("engine", host);
        context.start();
        template = context.createProducerTemplate();
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    private void load(String steps) throws Exception {
        String route = "- route:\n    id: r\n    from:\n      uri: direct:in\n      steps:\n" + steps.indent(8);
        PluginHelper.getRoutesLoader(context).loadRoutes(ResourceHelper.fromString("routes.camel.yaml", route));
    }

    private Exchange send(Object body, Map<String, Object> headers) {
        return template.request("direct:in", exchange -> {
            exchange.getMessage().setBody(body);
            headers.forEach(exchange.getMessage()::setHeader);
        });
    }

    @Test
    void aRouteWorksInTheSandboxThatItHasStarted() throws Exception {
        host.onCreate(sandbox -> {
            sandbox.onExec(process -> process.started()
                    .out(String.join("|", process.order().command()))
                    .exit(0));
            sandbox.run();
        });
        load("""
                - sandbox.run:
                    command: python3
                    args: ["-c", "import time & # 1+1 {{x}}"]
                    tags: [build, {simple: "${header.who}"}]
                    env: {A: "x&y"}
                    mounted_files:
                      /etc/tool.conf: |
                        a = 1
                        b & c
                    volumes: ["data:/data:10Mi"]
                - sandbox.write_file:
                    path: {simple: "/data/${header.name}"}
                - sandbox.exec:
                    command: "a & b"
                    args: ["a {{no}}", "50%", {simple: "${header.name}"}]
                    result: stdout
                - setProperty:
                    name: output
                    simple: "${body}"
                - sandbox.read_file: {path: "/data/a b&c"}
                - sandbox.list_snapshots:
                - sandbox.stop:
                """);

        Exchange exchange = send("content", Map.of("who", "Ada", "name", "a b&c"));

        assertThat(exchange.getException()).isNull();
        ScriptedSandbox sandbox = host.only();
        assertThat(sandbox.spec().command()).hasValue("python3");
        assertThat(sandbox.spec().args()).hasValue(List.of("-c", "import time & # 1+1 {{x}}"));
        assertThat(sandbox.spec().tags()).containsExactly("build", "Ada");
        assertThat(sandbox.spec().env()).containsEntry("A", "x&y");
        assertThat(new String(sandbox.spec().mountedFiles().get(0).content(), StandardCharsets.UTF_8))
                .isEqualTo("a = 1\nb & c\n");
        assertThat(sandbox.files()).containsOnlyKeys("/data/a b&c");
        assertThat(exchange.getProperty("output")).isEqualTo("a & b|a {{no}}|50%|a b&c");
        assertThat(sandbox.stops()).hasSize(1);
    }

    @Test
    void aSandboxIsSaidByAnExpression() throws Exception {
        load("""
                - sandbox.run: {}
                - removeProperty:
                    name: CamelSandboxId
                - sandbox.delete:
                    sandbox_id: {simple: "${header.it}"}
                """);

        assertThat(send("", Map.of("it", "sb-1")).getException()).isNull();
        assertThat(host.only().stops()).hasSize(1);
    }

    @Test
    void aPlaceholderThatIsTheWholeValueIsResolved() throws Exception {
        context.getPropertiesComponent().addInitialProperty("where", "/data/x y");
        load("""
                - sandbox.run: {}
                - sandbox.write_file: {path: "{{where}}"}
                """);

        assertThat(send("x", Map.of()).getException()).isNull();
        assertThat(host.only().files()).containsOnlyKeys("/data/x y");
    }

    @Test
    void logsAreReadByAFrom() throws Exception {
        template.sendBody("sandbox:run", "");
        String yaml = """
                - route:
                    from:
                      uri: sandbox:logs
                      parameters:
                        sandboxId: sb-1
                        tail_lines: 3
                      steps:
                        - to: "mock:lines"
                """;
        PluginHelper.getRoutesLoader(context).loadRoutes(ResourceHelper.fromString("logs.camel.yaml", yaml));

        org.awaitility.Awaitility.await().until(() -> host.only().logOrders().size() == 1);
        assertThat(host.only().logOrders().get(0).tailLines()).hasValue(3);
    }

    @Test
    void aToDTakesNoTemplateWhereAnExpressionIsData() {
        assertThatThrownBy(() -> load("""
                        - toD:
                            uri: sandbox:readFile
                            parameters:
                              path: /data/${header.name}
                        """)).hasStackTraceContaining("use to, and an expression for path");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sandbox.exec: {args: [a]}|sandbox.exec needs command",
                "sandbox.exec:|sandbox.exec needs command",
                "sandbox.read_file: {}|sandbox.read_file needs path",
                "sandbox.write_file: {path: [a]}|option path must be text, or an expression",
                "sandbox.write_file: {path: {simple: a, constant: b}}|option path must be",
                "sandbox.stop: {code: x}|sandbox.stop has no option 'code'; it has",
                "sandbox.stop: yes|sandbox.stop takes options",
                "sandbox.run: {volumes: {a: b}}|option volumes must be a list",
                "sandbox.logs: {sandbox_id: a}|there is no step sandbox.logs",
                "sandbox.readFile: {path: /x}|there is no step sandbox.readFile",
            })
    void aStepThatIsWrongFailsTheLoadWithFileAndLine(String stepAndError) {
        String[] parts = stepAndError.split("\\|");

        assertThatThrownBy(() -> load("- " + parts[0] + "\n"))
                .hasStackTraceContaining(parts[1])
                .hasStackTraceContaining("routes.camel.yaml:");
    }
}
