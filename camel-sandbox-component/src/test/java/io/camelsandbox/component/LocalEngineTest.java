package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.SandboxRefusedException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real interpreters in real sandboxes, from routes. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LocalEngineTest {

    private final CamelContext context = new DefaultCamelContext();
    private ProducerTemplate template;

    @BeforeAll
    void start() throws Exception {
        SandboxComponent component = new SandboxComponent();
        // What this machine can enforce is the engine's own test; here it is the way from a route and back.
        component.setIsolation("best_effort");
        context.addComponent("sandbox", component);
        context.start();
        template = context.createProducerTemplate();
        PluginHelper.getRoutesLoader(context)
                .loadRoutes(ResourceHelper.resolveMandatoryResource(context, "classpath:routes/examples.camel.yaml"));
    }

    @AfterAll
    void stop() {
        context.stop();
    }

    private Exchange send(String uri, Object body) {
        return template.request(uri, exchange -> exchange.getMessage().setBody(body));
    }

    private SandboxResult run(String uri, Object body) {
        Exchange exchange = send(uri, body);
        assertThat(exchange.getException()).isNull();
        return exchange.getMessage().getBody(SandboxResult.class);
    }

    @Test
    void theDocumentedExamplesGiveTheDocumentedOutputs() {
        assertThat(run("direct:js-hello", "").getStdout()).isEqualTo("Hello, World!\n");
        assertThat(run("direct:js-json", "").getStdout()).isEqualTo("{\n  \"name\": \"test\",\n  \"value\": 42\n}\n");
        assertThat(run("direct:python-hello", "").getStdout()).isEqualTo("Hello, World!\n");
        assertThat(run("direct:python-math", "").getStdout()).isEqualTo("3.141592653589793\n");
        assertThat(run("direct:shell-hello", "").getStdout()).isEqualTo("Hello, World!\n");
        SandboxResult listing = run("direct:shell-ls", "");
        assertThat(listing.getExitCode()).isZero();
        assertThat(listing.getStdout()).startsWith("total ");
    }

    @Test
    void textOfAStepReachesTheInterpreterByteForByte() {
        assertThat(run("direct:text", "").getStdout()).isEqualTo("{'a': 2} 50% a&b=c ${x} {{y}} \\t'q'\n\tindented\n");
    }

    @Test
    void messageDataGoesInByStdinArgsEnvAndFilesAndNeverAsCode() {
        Exchange exchange = template.request("direct:data", e -> {
            e.getMessage().setBody("\"); import os; os._exit(9); print(\"");
            e.getMessage().setHeader("id", "$(id) `id` ${body}");
        });

        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getBody(String.class))
                .isEqualTo("\"); import os; os._exit(9); print(\"\n$(id) `id` ${body}\n$(id) `id` ${body}\n"
                        + "\"); import os; os._exit(9); print(\"\n");
    }

    @Test
    void bothStreamsAndTheExitCodeComeBack() {
        Exchange exchange = send("sandbox:python", """
                import sys
                print('out')
                for i in range(20000): print('e' * 10, file=sys.stderr)
                print('x' * 1000)
                sys.exit(7)
                """);

        SandboxResult result = exchange.getMessage().getBody(SandboxResult.class);
        assertThat(result.getExitCode()).isEqualTo(7);
        assertThat(result.getStdout()).isEqualTo("out\n" + "x".repeat(1000) + "\n");
        assertThat(result.getStderrBytes()).isEqualTo(220_000);
        assertThat(exchange.getMessage().getHeader(SandboxConstants.EXIT_CODE)).isEqualTo(7);
    }

    @Test
    void aTimeoutReturnsInTimeWithTheOutputUntilThen() {
        SandboxResult result = run("sandbox:python?timeout=0.7", "print('so far', flush=True)\nwhile True: pass");

        assertThat(result.isTimedOut()).isTrue();
        assertThat(result.getExitCode()).isEqualTo(-1);
        assertThat(result.getStdout()).isEqualTo("so far\n");
        assertThat(result.getExecutionTimeMs()).isBetween(600L, 3000L);
    }

    @Test
    void aGrandchildNeitherHoldsUpATimeoutNorAFinishedRun() {
        long before = System.nanoTime();
        assertThat(run("sandbox:shell?timeout=0.7", "sleep 60 & sleep 60").isTimedOut())
                .isTrue();
        SandboxResult finished = run("sandbox:shell", "(sleep 60 &) ; setsid sleep 60 & echo hi");

        assertThat(finished.isTimedOut()).isFalse();
        assertThat(finished.getStdout()).isEqualTo("hi\n");
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void aFloodIsCutAndCounted() {
        SandboxResult result = run("sandbox:shell?timeout=1", "yes");

        assertThat(result.getStdout()).hasSize(1 << 20);
        assertThat(result.isStdoutTruncated()).isTrue();
        assertThat(result.getStdoutBytes()).isGreaterThan(1 << 20);
    }

    @Test
    void aKilledRunIsToldBySignalAndAChosen137IsNot() {
        SandboxResult killed = run("sandbox:shell", "kill -9 $$");
        SandboxResult chosen = run("sandbox:shell", "exit 137");

        assertThat(killed.getTermination()).isEqualTo("signaled");
        assertThat(killed.getSignal()).isEqualTo("SIGKILL");
        assertThat(chosen.getTermination()).isEqualTo("exited");
        assertThat(chosen.getExitCode()).isEqualTo(137);
        assertThat(chosen.getSignal()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"js", "python", "shell"})
    void noLanguageSeesAVariableOfThisProcess(String operation) {
        String code = Map.of(
                        "js", "console.log(Object.keys(process.env).join(' '))",
                        "python", "import os; print(' '.join(os.environ))",
                        "shell", "env | cut -d= -f1 | tr '\\n' ' '")
                .get(operation);

        assertThat(run("sandbox:" + operation + "?env.GIVEN=1", code)
                        .getStdout()
                        .trim()
                        .split(" "))
                .contains("GIVEN", "PATH")
                .doesNotContain("JAVA_HOME", "USER", "SHELL", "MAVEN_PROJECTBASEDIR", "CI");
    }

    @Test
    void filesGoInAndOut() {
        Exchange exchange = send(
                "sandbox:shell?inputFiles.in.txt=hello&outputFiles=out/*",
                "mkdir out; tr a-z A-Z < in.txt > out/up.txt");

        Map<?, ?> files = exchange.getMessage().getHeader(SandboxConstants.FILES, Map.class);
        assertThat((byte[]) files.get("out/up.txt")).isEqualTo("HELLO".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void spooledOutputIsWholeAndGoneWithTheExchange() {
        Exchange exchange = send(
                "sandbox:python?spoolOutput=true&maxOutput=1k&result=stdout",
                "for i in range(100000): print('0123456789')");

        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getHeader(SandboxConstants.TRUNCATED)).isEqualTo(false);
        assertThat(context.getComponent("sandbox", SandboxComponent.class)
                        .spoolFolder()
                        .get())
                .isEmptyDirectory();
    }

    @Test
    void allowedModulesAreJudgedAndTheMessageNamesModuleAndOption() {
        SandboxResult refused = run("sandbox:python?allowedModules=json", "import os");

        assertThat(refused.getExitCode()).isNotZero();
        assertThat(refused.getStderr()).contains("os").contains("allowed_modules");
        assertThat(run("sandbox:python?allowed_modules=json", "import json; print(json.dumps([1]))")
                        .getStdout())
                .isEqualTo("[1]\n");
    }

    @Test
    void aWorkingDirThatIsNotThereIsRefusedBeforeAnythingRuns() {
        Exchange exchange = send("sandbox:shell?workingDir=/nowhere", "echo ran");

        assertThat(ScriptedSandboxTest.failure(exchange))
                .isInstanceOf(SandboxRefusedException.class)
                .hasMessageContaining("/nowhere");
    }

    @Test
    void theLanguagesRunInExpressions() {
        assertThat(send("direct:languages", "abc").getMessage().getHeaders())
                .containsEntry("js", "ABC")
                .containsEntry("python", "cba")
                .containsEntry("shell", "3");
        assertThat(send("direct:languages", "").getMessage().getHeaders()).doesNotContainKey("js");
    }

    @Test
    void outputIsNeverEmptyUnderLoad() throws Exception {
        List<CompletableFuture<Exchange>> all = new ArrayList<>();
        for (int i : IntStream.range(0, 200).toArray()) {
            all.add(template.asyncSend("sandbox:shell?timeout=60", exchange -> exchange.getMessage()
                    .setBody("echo " + i)));
        }
        for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i).get(100, TimeUnit.SECONDS).getMessage().getBody(String.class))
                    .isEqualTo(i + "\n");
        }
    }
}
