package io.camelsandbox.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.component.SandboxComponent;
import io.camelsandbox.component.SandboxResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The examples with sandboxes that stay do what their headings say, and leave none. */
@Timeout(120)
class LiveExamplesTest {

    private static void assertNoneIsLeft(RouteRun run) {
        await().until(() ->
                run.context().getComponent("sandbox", SandboxComponent.class).getLiveSandboxes() == 0);
    }

    @Test
    void buildAndTest() throws Exception {
        try (RouteRun run = RouteRun.example("build-and-test")) {
            SandboxResult repaired = run.next().getMessage().getBody(SandboxResult.class);
            assertThat(repaired.getExitCode()).as(repaired.getStderr()).isZero();

            Exchange broken =
                    run.send("direct:file", "def area(width, height):\n    return width\n", "file", "area.py");
            assertThat(broken.getException()).isNull();
            SandboxResult result = run.send("direct:test", "").getMessage().getBody(SandboxResult.class);
            assertThat(result.getExitCode()).isEqualTo(1);
            assertThat(result.getStderr()).contains("AssertionError: 2 != 4", "AssertionError: 2 != 10");

            run.send("direct:file", "def area(", "file", "area.py");
            assertThat(run.send("direct:test", "").getException())
                    .as("what cannot be built is not tested")
                    .isNotNull();
        }
    }

    @Test
    void convertFile() throws Exception {
        try (RouteRun run = RouteRun.example("convert-file")) {
            run.next();

            assertThat(Path.of("target/converted/letter.txt"))
                    .content()
                    .contains("für Ihre Bestellung vom 3. März (42,50 £)", "Mit freundlichen Grüßen");
            assertNoneIsLeft(run);
        }
    }

    @Test
    void followLog() throws Exception {
        Path log = Path.of("target/logs/counter.log");
        Files.deleteIfExists(log);
        try (RouteRun run = RouteRun.example("follow-log")) {
            await().untilAsserted(() -> assertThat(log)
                    .content()
                    .isEqualTo(String.join(
                                    "\n",
                                    IntStream.rangeClosed(1, 5)
                                            .mapToObj(n -> "step " + n + " of 5")
                                            .toList())
                            + "\n"));
            assertNoneIsLeft(run);
        }
    }

    @Test
    void snapshotAndRestore() throws Exception {
        try (RouteRun run = RouteRun.example("snapshot-and-restore")) {
            Exchange exchange = run.next();

            assertThat(exchange.getMessage().getBody(String.class)).isEqualTo("Ada 1815\nLinus 1969");
            assertNoneIsLeft(run);
        }
    }

    @Test
    void questions() throws Exception {
        try (RouteRun run = RouteRun.example("questions")) {
            run.next();

            assertThat(Path.of("target/questions/chart.svg"))
                    .content()
                    .startsWith("<svg ")
                    .contains("height=\"12\"><title>Jan<", "height=\"21\"><title>Mar<")
                    .endsWith("height=\"30\"><title>Feb</title></rect></svg>");
            SandboxResult again = run.send("direct:question", "len(rows), best[0]")
                    .getMessage()
                    .getBody(SandboxResult.class);
            assertThat(again.getShown()).isEqualTo("(3, 'Feb')");
        }
    }

    @Test
    void tenSandboxes() throws Exception {
        try (RouteRun run = RouteRun.example("ten-sandboxes")) {
            List<String> lines =
                    run.next().getMessage().getBody(String.class).lines().toList();

            assertThat(lines).hasSize(10).endsWith("1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 = 55");
            assertNoneIsLeft(run);
        }
    }
}
