package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.engine.Program;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestMappingTest extends ScriptedSandboxTest {

    @TempDir
    Path folder;

    record Pojo(String secret) {}

    @Override
    protected RouteBuilder createRouteBuilder() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:variable").to("sandbox:python?code=variable:script");
            }
        };
    }

    private void refused(Exchange exchange, String... parts) {
        assertThat(failure(exchange))
                .isInstanceOf(SandboxRefusedException.class)
                .hasMessageContainingAll(parts);
        assertThat(engine.executions()).isEmpty();
    }

    @Test
    void aTextBodyIsTheCodeAndStdinIsEmpty() throws Exception {
        send("sandbox:python", "print(1)");

        assertThat(sentCode()).isEqualTo("print(1)");
        assertThat(sentStdin()).isEmpty();
    }

    private String sentRequest() {
        var program = (Program.Booted) engine.lastExecution().program();
        return new String(program.request(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#bean:script",
                "resource:file:/etc/hostname",
                "file:/etc/hostname",
                "classpath:scripts/hello.py",
                "variable:script",
                "${env.HOME}",
                "{{env:HOME}}",
                "RAW(x)"
            })
    void whatAMessageSaysIsNeverAReference(String text) throws Exception {
        context.getRegistry().bind("script", "a bean");

        send("sandbox:python", text);
        assertThat(sentCode()).isEqualTo(text);
        send("sandbox:python", Map.of("code", text, "env", Map.of("A", text)));
        assertThat(sentCode()).isEqualTo(text);
        assertThat(sentRequest()).contains("A=" + text);
        send(
                "sandbox:python?code=1&allowControlHeaders=true",
                text,
                Map.of("CamelSandboxCode", text, "CamelSandboxArgs", List.of(text)));
        assertThat(sentCode()).isEqualTo(text);
        assertThat(sentStdin()).isEqualTo(text);
        assertThat(sentRequest()).contains("\0" + text + "\0");
    }

    @Test
    void bytesStreamsReadersAndFilesAreCodeToo() throws Exception {
        File file = Files.writeString(folder.resolve("x.py"), "print(2)").toFile();
        for (Object body : List.of(
                "print(2)".getBytes(StandardCharsets.UTF_8),
                new ByteArrayInputStream("print(2)".getBytes(StandardCharsets.UTF_8)),
                new StringReader("print(2)"),
                file)) {
            assertThat(send("sandbox:python", body).getException()).isNull();
            assertThat(sentCode()).isEqualTo("print(2)");
        }
    }

    @Test
    void anEmptyBodyWithoutCodeIsRefused() {
        refused(send("sandbox:python", null), "there is no code");
    }

    @Test
    void blankCodeIsRefused() {
        assertThat(failure(send("sandbox:python", "  \n "))).isInstanceOf(SandboxRefusedException.class);
        assertThat(startFailure("sandbox:python?code=RAW( )")).hasMessageContaining("blank");
    }

    @Test
    void aPojoBodyIsRefusedByItsTypeAndNotByItsContent() {
        Exchange exchange = send("sandbox:python", new Pojo("hunter2"));

        refused(exchange, Pojo.class.getName());
        assertThat(failure(exchange).getMessage()).doesNotContain("hunter2");
    }

    @Test
    void aNumberIsNoCode() {
        refused(send("sandbox:python", 42), "java.lang.Integer");
    }

    @Test
    void aResultOfOtherCodeIsNotRunAsCode() {
        engine.answer("print('from a model')");
        Exchange first = send("sandbox:python", "1");

        assertThat(failure(send("sandbox:python", first.getMessage().getBody())))
                .hasMessageContaining("SandboxResult");
    }

    @Test
    void aMapBodyIsARequestInTheModulesOwnFields() {
        send("sandbox:python", Map.of("code", "import math", "timeout", 2, "allowed_modules", List.of("math")));

        assertThat(sentCode()).isEqualTo("import math");
        assertThat(engine.lastExecution().limits().timeout()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aMapBodyForShellHasCommandWorkingDirAndEnv() {
        send("sandbox:shell", Map.of("command", "ls", "working_dir", "/tmp", "env", Map.of("A", 1), "timeout", 0.5));

        assertThat(sentCode()).isEqualTo("ls");
        assertThat(engine.lastExecution().workingDir()).isEqualTo("/tmp");
        assertThat(engine.lastExecution().program().env()).containsEntry("A", "1");
        assertThat(engine.lastExecution().limits().timeout()).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void aMapBodyWithAnyOtherFieldIsRefused() {
        refused(send("sandbox:python", Map.of("code", "1", "image", "evil")), "no field image");
        refused(send("sandbox:python", Map.of("code", "1", "mounts", "/:/host")), "no field mounts");
        refused(send("sandbox:python", Map.of("command", "1")), "command is a field of shell");
        refused(send("sandbox:js", Map.of("code", "1", "allowed_modules", List.of("fs"))), "field of python");
        refused(send("sandbox:python", Map.of("timeout", 1)), "without code");
        refused(send("sandbox:shell", Map.of("code", "1", "command", "2")), "the same field");
    }

    @Test
    void aMapBodyWithAFieldOfAWrongTypeIsRefusedByItsTypeOnly() {
        refused(send("sandbox:python", Map.of("code", List.of("SECRET"))), "code must be a text");
        refused(send("sandbox:python", Map.of("code", "1", "timeout", "soon")), "timeout");
        refused(send("sandbox:python", Map.of("code", "1", "timeout", Double.NaN)), "timeout");
        refused(send("sandbox:python", Map.of("code", "1", "timeout", -1)), "greater than zero");
        refused(send("sandbox:shell", Map.of("command", "1", "env", "A=1")), "env must be a map");
    }

    @Test
    void aMapBodyCanOnlyLowerTheEndpointsLimits() {
        refused(send("sandbox:python?timeout=2", Map.of("code", "1", "timeout", 3)), "over the ceiling of 2 s");
        refused(
                send("sandbox:python?allowedModules=math", Map.of("code", "1", "allowed_modules", List.of("os"))),
                "does not allow");
    }

    @Test
    void aMapBodyWithoutModulesKeepsTheEndpointsList() {
        send("sandbox:python?allowedModules=math", Map.of("code", "1", "allowed_modules", List.of()));

        assertThat(new String(
                        ((io.camelsandbox.engine.Program.Booted)
                                        engine.lastExecution().program())
                                .request(),
                        StandardCharsets.UTF_8))
                .contains("math");
    }

    @Test
    void withCodeTheBodyIsStdin() throws Exception {
        send("sandbox:python?code=RAW(input())", "grüße");

        assertThat(sentCode()).isEqualTo("input()");
        assertThat(sentStdin()).isEqualTo("grüße");
    }

    @Test
    void bytesAndStreamsAreStdinAsTheyAre() throws Exception {
        byte[] bytes = {0, (byte) 0xFF, 10};
        send("sandbox:python?code=1", bytes);
        assertThat(engine.lastExecution().stdin().open().readAllBytes()).isEqualTo(bytes);

        send("sandbox:python?code=1", new ByteArrayInputStream(bytes));
        assertThat(engine.lastExecution().stdin().open().readAllBytes()).isEqualTo(bytes);
    }

    @Test
    void aMapOrAnyOtherObjectIsNoStdinUnlessJsonIsAskedFor() throws Exception {
        refused(send("sandbox:python?code=1", Map.of("a", 1)), "stdin=json");
        refused(send("sandbox:python?code=1", 42), "java.lang.Integer");
        refused(send("sandbox:python?code=1&stdin=json", new Pojo("x")), Pojo.class.getName());

        send("sandbox:python?code=1&stdin=json", Map.of("a", List.of(1, true)));
        assertThat(sentStdin()).isEqualTo("{\"a\":[1,true]}");
    }

    @Test
    void stdinNoneLeavesItEmptyWhateverTheBodyIs() throws Exception {
        send("sandbox:python?code=1&stdin=none", new Pojo("x"));

        assertThat(sentStdin()).isEmpty();
    }

    @Test
    void stdoutOfAResultIsStdinOfTheNext() throws Exception {
        engine.answer("first\n");
        Exchange first = send("sandbox:python", "1");
        send("sandbox:python?code=1", first.getMessage().getBody());

        assertThat(sentStdin()).isEqualTo("first\n");
    }

    @Test
    void codeComesFromFilesResourcesAndBeans() throws Exception {
        Path file = Files.writeString(folder.resolve("code.py"), "a\n  b & c + d {{x}}\n");
        context.getRegistry().bind("script", "bean\n{{code}}");

        send("sandbox:python?code=file:" + file, "");
        assertThat(sentCode()).isEqualTo("a\n  b & c + d {{x}}\n");
        send("sandbox:python?code=resource:file:" + file, "");
        assertThat(sentCode()).isEqualTo("a\n  b & c + d {{x}}\n");
        send("sandbox:python?code=resource:classpath:scripts/hello.py", "");
        assertThat(sentCode()).contains("hello from a file");
        send("sandbox:python?code=#bean:script", "");
        assertThat(sentCode()).isEqualTo("bean\n{{code}}");
    }

    @Test
    void codeThatIsNotThereFailsTheStart() {
        assertThat(startFailure("sandbox:python?code=classpath:nowhere.py"))
                .hasMessageContaining("no resource classpath:nowhere.py");
    }

    @Test
    void codeComesFromAVariableOfTheExchange() {
        template.request("direct:variable", exchange -> exchange.setVariable("script", "print('v')"));
        assertThat(sentCode()).isEqualTo("print('v')");

        Exchange unset = template.request("direct:variable", exchange -> {});
        assertThat(failure(unset)).hasMessageContaining("variable is not set");
    }

    @Test
    void bothSpellingsOfAnOptionAreTheSameAndTogetherAnError() {
        send("sandbox:shell?command=ls&working_dir=/tmp", "");
        assertThat(engine.lastExecution().workingDir()).isEqualTo("/tmp");

        assertThat(startFailure("sandbox:shell?command=ls&working_dir=/tmp&workingDir=/tmp"))
                .hasMessageContaining("given twice");
    }

    @Test
    void argsAreSplitAtCommasAndPassedLiterally() {
        send("sandbox:shell?command=1&args=RAW(a b, $HOME ,1+1,*,{x,y})", "");

        List<String> argv = engine.lastExecution().program().argv();
        assertThat(argv.subList(argv.size() - 5, argv.size())).containsExactly("a b", "$HOME", "1+1", "*", "{x,y}");
    }

    @Test
    void filesInComeFromTheUri() {
        send("sandbox:shell?command=1&inputFiles.data.csv=RAW(a,b&c)", "");

        assertThat(engine.lastExecution().inputFiles().get("data.csv"))
                .isEqualTo("a,b&c".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void messageDataIsNeverEvaluated() throws Exception {
        send("sandbox:python?code=RAW(${body})", "${bean:foo?method=bar}", Map.of("x", "${exit}"));

        assertThat(sentCode()).isEqualTo("${body}");
        assertThat(sentStdin()).isEqualTo("${bean:foo?method=bar}");
    }

    @Test
    void aByteOrderMarkAndOddLineEndsDoNotReachTheInterpreterAsErrors() {
        send("sandbox:shell", "\uFEFFecho a\r\necho b");

        assertThat(sentCode()).isEqualTo("echo a\necho b");
    }

    @Test
    void aRequestWithNullValuesIsAClearErrorOrNothingGiven() {
        Map<String, Object> body = new HashMap<>();
        body.put("code", "1");
        body.put("timeout", null);
        body.put(null, "x");
        refused(send("sandbox:python", body), "no field null");
        body.remove(null);
        assertThat(send("sandbox:python", body).getException()).isNull();
        body.put("allowed_modules", Arrays.asList("a", null));
        assertThat(failure(send("sandbox:python", body))).isInstanceOf(SandboxRefusedException.class);
    }
}
