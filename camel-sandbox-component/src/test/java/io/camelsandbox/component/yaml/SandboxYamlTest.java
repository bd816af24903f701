package io.camelsandbox.component.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.component.SandboxText;
import io.camelsandbox.engine.Program;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.ToDefinition;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written in YAML reaches the engine as it is written. */
class SandboxYamlTest {

    private final RecordingEngine engine = new RecordingEngine();
    private final CamelContext context = new DefaultCamelContext();
    private ProducerTemplate template;

    @BeforeEach
    void start() {
        context.getRegistry().bind("engine", engine);
        context.start();
        template = context.createProducerTemplate();
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    private void load(String yaml) throws Exception {
        PluginHelper.getRoutesLoader(context).loadRoutes(ResourceHelper.fromString("routes.camel.yaml", yaml));
    }

    private String route(String steps) {
        return "- route:\n    id: r\n    from:\n      uri: direct:in\n      steps:\n" + steps.indent(8);
    }

    private void run(String steps) throws Exception {
        load(route(steps));
        template.sendBody("direct:in", "body");
    }

    @Test
    void codeKeepsEveryCharacter() throws Exception {
        run("""
                - sandbox.execute_python:
                    code: |
                      import sys
                      if True:
                      \tprint(f"{1+1} 50% a&b=c {{x}} ${body} #{y} 'q' \\\\n", RAW(1))
                    timeout: 5
                """);

        assertThat(engine.lastCode())
                .isEqualTo(
                        "import sys\nif True:\n\tprint(f\"{1+1} 50% a&b=c {{x}} ${body} #{y} 'q' \\\\n\", RAW(1))\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sandbox.execute_js", "sandbox.js"})
    void stepsHaveALongAndAShortName(String step) throws Exception {
        run("- " + step + ":\n    code: console.log(1)\n");

        assertThat(engine.last().codeFiles()).containsOnlyKeys("main.js");
    }

    @Test
    void theCommandOfAShellStepIsItsCode() throws Exception {
        run("""
                - sandbox.execute_shell:
                    command: echo "Hello, World!" && ls -la
                    env: {GREETING: "a&b=c + 1%", "EMPTY": ""}
                """);

        assertThat(engine.lastCode()).isEqualTo("echo \"Hello, World!\" && ls -la");
        assertThat(engine.last().program().env())
                .containsEntry("GREETING", "a&b=c + 1%")
                .containsEntry("EMPTY", "");
    }

    @Test
    void argumentsAreTakenLiterally() throws Exception {
        run("""
                - sandbox.execute_shell:
                    command: printf
                    args: ["a b", "it's", "", "*", "$HOME", "a;b", "1+1", "50%", "&", "x,y", "two\\nlines"]
                """);

        List<String> argv = engine.last().program().argv();
        assertThat(argv.subList(argv.size() - 11, argv.size()))
                .containsExactly("a b", "it's", "", "*", "$HOME", "a;b", "1+1", "50%", "&", "x,y", "two\nlines");
    }

    @Test
    void expressionsAreEvaluatedForEachMessageAsData() throws Exception {
        load(route("""
                - sandbox.execute_shell:
                    command: echo
                    args:
                      - plain
                      - simple: "${header.id}"
                    env:
                      BODY: {simple: "${body}"}
                    input_files:
                      in.txt: {constant: "x&y"}
                """));

        template.sendBodyAndHeader("direct:in", "$(reboot)", "id", "one two");

        List<String> argv = engine.last().program().argv();
        assertThat(argv.subList(argv.size() - 2, argv.size())).containsExactly("plain", "one two");
        assertThat(engine.last().program().env()).containsEntry("BODY", "$(reboot)");
        assertThat(new String(engine.last().inputFiles().get("in.txt"), StandardCharsets.UTF_8))
                .isEqualTo("x&y");
    }

    @Test
    void aStepIsAnOrdinaryToWithItsKeysAndItsLine() throws Exception {
        load(route("""
                - sandbox.execute_python:
                    id: score
                    description: scores
                    variableReceive: result
                    code: print(1)
                """));

        var to = (ToDefinition) context.getCamelContextExtension()
                .getContextPlugin(org.apache.camel.model.Model.class)
                .getRouteDefinition("r")
                .getOutputs()
                .get(0);
        assertThat(to.getId()).isEqualTo("score");
        assertThat(to.getDescriptionText()).isEqualTo("scores");
        assertThat(to.getVariableReceive()).isEqualTo("result");
        assertThat(to.getUri()).startsWith("sandbox:python?code=#bean:sandbox-text-");
        assertThat(to.getLineNumber()).isEqualTo(6);
        assertThat(to.getLocation()).contains("routes.camel.yaml");
    }

    @Test
    void parametersOfAToKeepTheirText() throws Exception {
        run("""
                - to:
                    uri: sandbox:python
                    parameters:
                      code: |
                        if 1 + 1:
                            print("{{x}} & 50%")
                      env.A: "x&y"
                """);

        assertThat(engine.lastCode()).isEqualTo("if 1 + 1:\n    print(\"{{x}} & 50%\")\n");
    }

    @Test
    void aWireTapKeepsItsText() throws Exception {
        load(route("- wireTap:\n    uri: sandbox:js\n    parameters:\n      code: |\n        a()\n        b()\n"));
        template.sendBody("direct:in", "x");

        org.awaitility.Awaitility.await().until(() -> engine.codes().size() == 1);
        assertThat(engine.lastCode()).isEqualTo("a()\nb()\n");
    }

    @Test
    void aToDRefusesLiteralCode() {
        assertThatThrownBy(() -> load(route("""
                        - toD:
                            uri: sandbox:python
                            parameters:
                              code: print("${body}")
                        """)))
                .hasStackTraceContaining("routes.camel.yaml")
                .hasStackTraceContaining("toD makes its URI from the message");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cod: print(1)|has no option 'cod'",
                "timeout: 5|needs code",
                "code: [1, 2]|option code must be text",
                "code: {a: b}|option code must be text",
                "code:|option code has no value",
                "code: x\n    allowed_modules: {a: b}|option allowedModules must be a list",
                "code: x\n    env: [A]|option env must be a map",
                "code: x\n    env: {A: [1]}|the values of env must be",
                "code: x\n    env: {A: {simple: x, constant: y}}|the values of env must be",
                "code: x\n    timeout: [5]|option timeout must be one value",
                "code: x\n    working_dir: /tmp\n    workingDir: /tmp|option workingDir is given twice"
            })
    void aStepThatIsWrongFailsTheLoadWithFileAndLine(String stepAndError) {
        String[] parts = stepAndError.split("\\|");

        assertThatThrownBy(() -> load(route("- sandbox.execute_python:\n    " + parts[0] + "\n")))
                .hasStackTraceContaining(parts[1])
                .hasStackTraceContaining("routes.camel.yaml:");
    }

    @Test
    void anUnknownStepNamesTheOnesThereAre() {
        assertThatThrownBy(() -> load(route("- sandbox.execute_ruby:\n    code: puts 1\n")))
                .hasStackTraceContaining("there is no step sandbox.execute_ruby")
                .hasStackTraceContaining("sandbox.execute_python");
    }

    @Test
    void errorsNeverHoldTheCode() {
        assertThatThrownBy(() -> load(route("- sandbox.execute_python:\n    code: s3cret()\n    cod: s3cret\n")))
                .satisfies(error -> {
                    var text = new java.io.StringWriter();
                    error.printStackTrace(new java.io.PrintWriter(text));
                    assertThat(text.toString()).doesNotContain("s3cret");
                });
    }

    @Test
    void stepsWorkInsideOtherSteps() throws Exception {
        load(route("""
                - doTry:
                    steps:
                      - choice:
                          when:
                            - simple: "${body} == 'x'"
                              steps:
                                - sandbox.js:
                                    code: |
                                      a
                                      b
                      - multicast:
                          steps:
                            - sandbox.shell: {command: "one"}
                            - sandbox.shell: {command: "two"}
                    doCatch:
                      - exception: [java.lang.Exception]
                        steps:
                          - sandbox.python: {code: "caught"}
                - setBody: {constant: "a,b"}
                - split:
                    tokenize: ","
                    steps:
                      - sandbox.python: {code: "each"}
                """));

        template.sendBody("direct:in", "x");

        assertThat(engine.codes()).contains("a\nb\n", "one", "two", "each").doesNotContain("caught");
    }

    @Test
    void twoRoutesOfOneTemplateHaveTheirOwnCode() throws Exception {
        load("""
                - routeTemplate:
                    id: runner
                    parameters:
                      - name: in
                      - name: script
                    from:
                      uri: "direct:{{in}}"
                      steps:
                        - sandbox.python:
                            code: "{{script}}"
                            args: ["{{in}}", "x y"]
                - templatedRoute:
                    routeTemplateRef: runner
                    routeId: first
                    parameters:
                      - name: in
                        value: a
                      - name: script
                        value: |
                          if 1 + 1:
                              print("a&b")
                - templatedRoute:
                    routeTemplateRef: runner
                    routeId: second
                    parameters:
                      - name: in
                        value: b
                      - name: script
                        value: print("b")
                """);

        template.sendBody("direct:a", "x");
        template.sendBody("direct:b", "x");

        assertThat(engine.codes()).containsExactly("if 1 + 1:\n    print(\"a&b\")\n", "print(\"b\")");
        assertThat(engine.last().program()).isInstanceOf(Program.Booted.class);
    }

    @Test
    void aPlaceholderThatIsTheWholeValueIsResolved() throws Exception {
        context.getPropertiesComponent().addInitialProperty("script", "line 1\n  line & 2");
        run("- sandbox.python:\n    code: \"{{script}}\"\n    timeout: 2\n");

        assertThat(engine.lastCode()).isEqualTo("line 1\n  line & 2");
    }

    @Test
    void textIsUnboundWithItsRoute() throws Exception {
        load(route("- sandbox.python: {code: \"print(1)\"}\n- sandbox.python: {code: \"print(2)\"}\n"));
        assertThat(texts()).hasSize(2);

        context.getRouteController().stopRoute("r");
        context.removeRoute("r");

        assertThat(texts()).isEmpty();
    }

    @Test
    void aRouteThatIsLoadedAgainKeepsTheTextItStillHolds() throws Exception {
        String yaml = route("- sandbox.python: {code: \"print(1)\"}\n");
        load(yaml);
        PluginHelper.getRoutesLoader(context).updateRoutes(ResourceHelper.fromString("routes.camel.yaml", yaml));

        template.sendBody("direct:in", "x");

        assertThat(engine.lastCode()).isEqualTo("print(1)");
        assertThat(texts()).hasSize(1);
    }

    private Map<String, SandboxText> texts() {
        return context.getRegistry().findByTypeWithName(SandboxText.class);
    }

    @Test
    void referencesStayReferences() throws Exception {
        context.getRegistry().bind("script", SandboxText.of("from a bean"));
        run("- sandbox.python: {code: \"#bean:script\"}\n");
        assertThat(engine.lastCode()).isEqualTo("from a bean");
    }

    @Test
    void otherEndpointsAreLeftToCamel() throws Exception {
        run("- to: {uri: \"log:x\", parameters: {showAll: true}}\n- to: \"mock:out\"\n");
        assertThat(((ModelCamelContext) context).getRouteDefinition("r").getOutputs())
                .hasSize(2);
    }
}
