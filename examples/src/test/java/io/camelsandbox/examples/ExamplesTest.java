package io.camelsandbox.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.component.SandboxResult;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every route of the folder examples does what its heading says. */
@Timeout(120)
class ExamplesTest {

    @Test
    void csvScoring() throws Exception {
        try (RouteRun run = RouteRun.example("csv-scoring")) {
            run.next();
            run.next();
        }
        assertThat(Path.of("target/scores/january.json"))
                .content()
                .contains("\"rows\": 4", "\"mean\": 151.62", "{\n      \"customer\": \"Linus\"", "\"score\": 1.711");
        assertThat(Path.of("target/scores/february.json")).content().contains("\"rows\": 3", "\"mean\": 100.0");
        assertThat(Path.of("examples/csv-scoring/january.csv")).exists();
    }

    @Test
    void jsTransform() throws Exception {
        try (RouteRun run = RouteRun.example("js-transform")) {
            Map<?, ?> invoice = run.next().getMessage().getBody(Map.class);

            assertThat(invoice.get("invoice")).isEqualTo("INV-17");
            assertThat(invoice.get("to")).isEqualTo("Ada");
            assertThat(invoice.get("positions")).isEqualTo(List.of("2 × tea", "1 × cake"));
            assertThat(invoice.get("total")).hasToString("12.2");
        }
    }

    @Test
    void jsTransformFailsOnWhatIsNoJson() throws Exception {
        try (RouteRun run = RouteRun.example("js-transform")) {
            run.next();
            assertThat(run.send("direct:invoice", "no JSON").getException()).isNotNull();
        }
    }

    @Test
    void shellEnv() throws Exception {
        try (RouteRun run = RouteRun.example("shell-env")) {
            assertThat(run.next().getMessage().getBody(String.class)).isEqualTo("""
                            where: /tmp
                            who: Ada; rm -rf / # $HOME
                            greeting: Good morning
                            variables given: 2
                            """);
        }
    }

    @Test
    void codeInAFile() throws Exception {
        try (RouteRun run = RouteRun.example("code-in-a-file")) {
            assertThat(run.next().getMessage().getBody(String.class)).isEqualTo("3 the\n2 quick\n1 brown\n");
        }
    }

    @Test
    void restRunCode() throws Exception {
        int port = freePort();
        var context = new DefaultCamelContext();
        try (context) {
            context.addLifecycleStrategy(new WebServer(port, new Screen(System.out, false)));
            PluginHelper.getRoutesLoader(context)
                    .loadRoutes(PluginHelper.getResourceLoader(context)
                            .resolveResource("file:examples/rest-run-code.camel.yaml"));
            context.start();

            HttpResponse<String> answer = post(port, "print(6 * 7)");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
            assertThat(answer.body()).contains("\"stdout\":\"42\\n\"", "\"exit_code\":0");

            assertThat(post(port, "while True: pass").body()).contains("\"timed_out\":true", "\"exit_code\":-1");
            assertThat(post(port, "raise SystemExit(3)").body()).contains("\"exit_code\":3");
        }
    }

    @Test
    void errors() throws Exception {
        try (RouteRun run = RouteRun.example("errors")) {
            run.next();

            SandboxResult late = run.send("direct:timeout", null).getMessage().getBody(SandboxResult.class);
            assertThat(late.isTimedOut()).isTrue();
            assertThat(late.getExitCode()).isEqualTo(-1);
            assertThat(late.getStdout()).isEqualTo("started\n");

            Exchange failed = run.send("direct:exit-code", null);
            assertThat(failed.getException()).as("it is handled by the route").isNull();
            assertThat(failed.getMessage().getHeader("CamelSandboxExitCode")).isEqualTo(3);
            assertThat(failed.getMessage().getHeader("CamelSandboxStderr")).isEqualTo("no space left on the moon\n");

            SandboxResult refused = run.send("direct:module", null).getMessage().getBody(SandboxResult.class);
            assertThat(refused.getExitCode()).isEqualTo(1);
            assertThat(refused.getStdout()).isEqualTo("6.283185307179586\n");
            assertThat(refused.getStderr()).contains("socket", "allowed_modules");
        }
    }

    @Test
    void parallelSplit() throws Exception {
        try (RouteRun run = RouteRun.example("parallel-split")) {
            List<String> lines =
                    run.next().getMessage().getBody(String.class).lines().toList();

            assertThat(lines).hasSize(100);
            assertThat(lines.stream().map(line -> Long.parseLong(line.split(" ")[0])))
                    .as("in the order of the numbers")
                    .containsExactlyElementsOf(IntStream.rangeClosed(1, 100)
                            .mapToObj(n -> 10_000_019L * n + 3)
                            .toList());
            assertThat(lines).allSatisfy(line -> {
                long product = Stream.of(line.split(" = ")[1].split(" × "))
                        .mapToLong(Long::parseLong)
                        .reduce(1, (a, b) -> a * b);
                assertThat(line).startsWith(product + " = ");
            });
        }
    }

    @Test
    void haveATestEach() throws Exception {
        try (Stream<Path> files = Files.list(Path.of("examples"))) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".camel.yaml")))
                    .containsExactlyInAnyOrder(
                            "hello.camel.yaml",
                            "csv-scoring.camel.yaml",
                            "js-transform.camel.yaml",
                            "shell-env.camel.yaml",
                            "code-in-a-file.camel.yaml",
                            "rest-run-code.camel.yaml",
                            "errors.camel.yaml",
                            "parallel-split.camel.yaml",
                            "build-and-test.camel.yaml",
                            "convert-file.camel.yaml",
                            "follow-log.camel.yaml",
                            "snapshot-and-restore.camel.yaml",
                            "questions.camel.yaml",
                            "ten-sandboxes.camel.yaml");
        }
    }

    private static HttpResponse<String> post(int port, String code) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/run"))
                .header("CamelSandboxCode", "print('forged')")
                .header("CamelSandboxTimeout", "60")
                .POST(BodyPublishers.ofString(code))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }

    private static int freePort() throws Exception {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
