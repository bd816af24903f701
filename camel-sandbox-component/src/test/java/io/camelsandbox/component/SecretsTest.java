package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest extends ScriptedSandboxTest {

    private static final String URI =
            "sandbox:python?code=RAW(SECRETCODE)&env.TOKEN=RAW(SECRETTOKEN)&env.COLOUR=SECRETCOLOUR"
                    + "&args=SECRETARG&inputFiles.x.txt=SECRETFILE&timeout=5";

    @Override
    protected boolean useJmx() {
        return true;
    }

    @Override
    protected RouteBuilder createRouteBuilder() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:in").to(URI);
            }
        };
    }

    @Test
    void theUriOfAnEndpointShowsNoTextAndNoVariable() {
        Endpoint endpoint = context.getEndpoint(URI);

        assertThat(endpoint.getEndpointUri())
                .doesNotContain("SECRET")
                .contains("code=xxxxxx")
                .contains("timeout=5");
        assertThat(endpoint.toString()).doesNotContain("SECRET");
        assertThat(endpoint.getEndpointKey()).doesNotContain("SECRET");
        assertThat(endpoint.getEndpointBaseUri()).doesNotContain("SECRET");
    }

    @Test
    void managementShowsNoTextAndNoVariable() throws Exception {
        send("direct:in", "");
        MBeanServer server =
                context.getManagementStrategy().getManagementAgent().getMBeanServer();
        var names = server.queryNames(new ObjectName("org.apache.camel:*"), null);
        int ours = 0;
        for (ObjectName name : names) {
            // Camel's own view of a route shows URIs as the route's author wrote them.
            if (name.getKeyProperty("type").matches("processors|routes")) {
                continue;
            }
            assertThat(name.toString()).doesNotContain("SECRET");
            for (var attribute : server.getMBeanInfo(name).getAttributes()) {
                if (attribute.isReadable()) {
                    Object value = catchValue(server, name, attribute.getName());
                    assertThat(String.valueOf(value))
                            .as(name + " " + attribute.getName())
                            .doesNotContain("SECRET");
                    ours += attribute.getName().equals("EffectiveTimeout") ? 1 : 0;
                }
            }
        }
        assertThat(ours).isEqualTo(1);
    }

    private static Object catchValue(MBeanServer server, ObjectName name, String attribute) {
        try {
            return server.getAttribute(name, attribute);
        } catch (Exception e) {
            return "";
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"&timeout=-1", "&colour=blue", "&pids=many", "&inputFiles.../x=1", "&workingDir=relative"})
    void anEndpointThatDoesNotStartShowsNoTextAndNoVariable(String mistake) {
        Throwable failure = catchThrowable(() -> template.sendBody(URI + mistake, ""));

        var trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString()).doesNotContain("SECRET");
    }

    @Test
    void errorsAndTheLogShowNoCodeNoStdinAndNoVariable() {
        PrintStream before = System.err;
        var captured = new ByteArrayOutputStream();
        System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
        try {
            engine.answer(ScriptedEngine.result("SECRETOUT", 9));
            for (Exchange exchange : List.of(
                    send(URI + "&failOnNonZeroExit=true", "SECRETSTDIN"),
                    send("sandbox:python?allowedModules=math", Map.of("code", "SECRETCODE", "timeout", 99)),
                    send("sandbox:shell", Map.of("command", "SECRETCODE", "env", Map.of("A=B", "SECRETVALUE"))),
                    send("sandbox:python", "SECRETCODE\0"),
                    send(URI, Map.of("SECRETKEY", 1)))) {
                var trace = new StringWriter();
                assertThat(exchange.getException()).isNotNull();
                exchange.getException().printStackTrace(new PrintWriter(trace));
                assertThat(trace.toString()).doesNotContain("SECRET");
            }
        } finally {
            System.setErr(before);
        }
        assertThat(captured.toString(StandardCharsets.UTF_8)).doesNotContain("SECRET");
    }

    @Test
    void twoEndpointsThatLookTheSameAreNotTheSame() {
        Endpoint one = context.getEndpoint("sandbox:python?code=one");
        Endpoint two = context.getEndpoint("sandbox:python?code=two");

        assertThat(one.getEndpointUri()).isEqualTo(two.getEndpointUri());
        assertThat(one).isNotEqualTo(two);
        send("sandbox:python?code=one", "");
        send("sandbox:python?code=two", "");
        assertThat(engine.executions().stream().map(ScriptedEngine::code)).containsExactly("one", "two");
    }

    @ParameterizedTest
    @CsvSource({
        "sandbox:python?code=print(1)&timeout=5,sandbox:python?code=xxxxxx&timeout=5",
        "sandbox:python?CODE=RAW(a&b)&timeout=5,sandbox:python?CODE=xxxxxx&timeout=5",
        "sandbox:python?code=RAW{a&b)}&x=1,sandbox:python?code=xxxxxx&x=1",
        "sandbox:python?code=#bean:script,sandbox:python?code=#bean:script",
        "sandbox:python?code=RAW(#bean:script),sandbox:python?code=RAW(#bean:script)",
        "sandbox:python?code=resource:classpath:a/b.py,sandbox:python?code=resource:classpath:a/b.py",
        "sandbox:shell?command=file:/x.sh,sandbox:shell?command=file:/x.sh",
        "sandbox:shell?env.A=file:/x,sandbox:shell?env.A=xxxxxx",
        "sandbox:shell?input_files.a.txt=x,sandbox:shell?input_files.a.txt=xxxxxx",
        "sandbox:run?mounted_files./a.txt=x,sandbox:run?mounted_files./a.txt=xxxxxx",
        "sandbox:shell?inheritEnv=A,sandbox:shell?inheritEnv=A",
        "sandbox:shell?failOnNonZeroExit=true,sandbox:shell?failOnNonZeroExit=true"
    })
    void textIsMaskedAndPlacesOfTextAreNot(String uri, String masked) {
        assertThat(UriMask.mask(uri)).isEqualTo(masked);
    }
}
