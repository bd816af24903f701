package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Output;
import io.camelsandbox.OutputFile;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxExecutionException;
import io.camelsandbox.Termination;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.util.json.JsonArray;
import org.apache.camel.util.json.JsonObject;
import org.apache.camel.util.json.Jsoner;
import org.junit.jupiter.api.Test;

class ResultMappingTest extends ScriptedSandboxTest {

    private static final ExecutionResult FAILED =
            ScriptedEngine.result("out", "err", 3, Termination.EXITED, OptionalInt.empty());
    private static final ExecutionResult TIMED_OUT =
            ScriptedEngine.result("so far", "", -1, Termination.TIMED_OUT, OptionalInt.of(9));

    @Override
    protected RouteBuilder createRouteBuilder() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:simple")
                        .to("sandbox:python")
                        .setBody(simple("${body.stdout}|${body.stderr}|${body.exitCode}|${body.executionTimeMs}"
                                + "|${body.timedOut}|${header.CamelSandboxExitCode}"));
                from("direct:jackson").to("sandbox:python").marshal().json();
                from("direct:variable")
                        .toV("sandbox:python", null, "res")
                        .setBody(simple(
                                "${variable.res.stdout}" + "|${variable.header:res.CamelSandboxExitCode}|${body}"));
                from("direct:caught")
                        .doTry()
                        .to("sandbox:python?failOnNonZeroExit=true")
                        .doCatch(SandboxExecutionException.class)
                        .setBody(simple("${exception.result.get.exitCode}|${header.CamelSandboxStderr}|${body}"))
                        .end();
            }
        };
    }

    private Message run(ExecutionResult result, String options) {
        engine.answer(result);
        Exchange exchange = send("sandbox:python" + options, "code");
        assertThat(exchange.getException()).isNull();
        return exchange.getMessage();
    }

    @Test
    void theBodyIsAPlainValueThatSimpleCanRead() {
        engine.answer(FAILED);

        assertThat(template.requestBody("direct:simple", "code", String.class)).isEqualTo("out|err|3|12|false|3");
    }

    @Test
    void theBodyConvertsToEverythingARouteNeeds() throws Exception {
        Message message = run(FAILED, "");

        assertThat(message.getBody(String.class)).isEqualTo("out");
        assertThat(message.getBody(byte[].class)).isEqualTo("out".getBytes(StandardCharsets.UTF_8));
        assertThat(message.getBody(InputStream.class)).hasContent("out");
        assertThat(message.getBody(Map.class)).containsEntry("exit_code", 3).containsEntry("stderr", "err");
        assertThat(message.getBody(JsonObject.class)).containsEntry("stdout", "out");
        assertThat(message.getBody(ExecutionResult.class)).isSameAs(FAILED);
    }

    @Test
    void theLibrarysOwnResultConvertsTheSameWay() {
        var converter = context.getTypeConverter();

        assertThat(converter.convertTo(String.class, FAILED)).isEqualTo("out");
        assertThat(converter.convertTo(byte[].class, FAILED)).isEqualTo("out".getBytes(StandardCharsets.UTF_8));
        assertThat(converter.convertTo(InputStream.class, FAILED)).hasContent("out");
        assertThat(converter.convertTo(JsonObject.class, FAILED)).containsEntry("exit_code", 3);
        assertThat(converter.convertTo(SandboxResult.class, FAILED).getExecution())
                .isSameAs(FAILED);
    }

    @Test
    void jsonHasTheFourFieldsOfTheModulesFirst() {
        String json = run(FAILED, "?result=json").getBody(String.class);

        assertThat(json)
                .startsWith("{\"stdout\":\"out\",\"stderr\":\"err\",\"exit_code\":3,\"execution_time_ms\":12,"
                        + "\"termination\":\"exited\"");
    }

    @Test
    void jacksonWritesTheSameFieldsAsOurOwnJson() throws Exception {
        engine.answer(FAILED);
        String jackson = template.requestBody("direct:jackson", "code", String.class);
        String ours = run(FAILED, "?result=json").getBody(String.class);

        assertThat(jackson).startsWith("{\"stdout\":\"out\",\"stderr\":\"err\",\"exit_code\":3");
        assertThat(keys(jackson)).isEqualTo(keys(ours));
    }

    private static List<String> keys(String json) throws Exception {
        return List.copyOf(((JsonObject) Jsoner.deserialize(json)).keySet());
    }

    @Test
    void theToStringOfABodyHoldsNoOutput() {
        Object body = run(ScriptedEngine.result("SECRET", "SECRET", 0, Termination.EXITED, OptionalInt.empty()), "")
                .getBody();

        assertThat(body.toString()).doesNotContain("SECRET").contains("exited");
    }

    @Test
    void resultStdoutAndStdoutJsonGiveThatDirectly() {
        assertThat(run(FAILED, "?result=stdout").getBody()).isEqualTo("out");
        assertThat(run(ScriptedEngine.result("{\"a\":[1,2]}", 0), "?result=stdoutJson")
                        .getBody())
                .isInstanceOfSatisfying(
                        JsonObject.class, json -> assertThat(json.get("a")).isInstanceOf(JsonArray.class));
    }

    @Test
    void stdoutThatIsNoJsonIsAnErrorWithTheResultAndWithoutTheOutput() {
        for (String output : List.of("SECRET", "", "{\"a\":", "{]")) {
            engine.answer(output);
            Exchange exchange = send("sandbox:python?result=stdoutJson", "code");

            assertThat(failure(exchange)).as(output).isInstanceOfSatisfying(SandboxExecutionException.class, e -> {
                assertThat(e.result()).isPresent();
                assertThat(e.getMessage()).contains("not JSON").doesNotContain("SECRET");
                assertThat(e.getCause()).isNull();
            });
        }
    }

    @Test
    void headersTellHowItEnded() {
        Message message = run(
                ScriptedEngine.result(
                        Output.of("ou".getBytes(StandardCharsets.UTF_8), 100),
                        ScriptedEngine.output("err"),
                        137,
                        Termination.SIGNALED,
                        OptionalInt.of(9),
                        List.of()),
                "");

        assertThat(message.getHeaders())
                .containsEntry(SandboxConstants.EXIT_CODE, 137)
                .containsEntry(SandboxConstants.STDERR, "err")
                .containsEntry(SandboxConstants.EXECUTION_TIME_MS, 12L)
                .containsEntry(SandboxConstants.TERMINATION, "signaled")
                .containsEntry(SandboxConstants.TIMED_OUT, false)
                .containsEntry(SandboxConstants.TRUNCATED, true)
                .containsEntry(SandboxConstants.SIGNAL, "SIGKILL")
                .containsEntry(SandboxConstants.ENGINE, "scripted")
                .containsEntry(SandboxConstants.ID, "sandbox-1");
    }

    @Test
    void aNonZeroExitAndATimeoutAreResultsByDefault() {
        assertThat(run(FAILED, "").getBody(SandboxResult.class).getExitCode()).isEqualTo(3);
        Message timedOut = run(TIMED_OUT, "");

        assertThat(timedOut.getBody(SandboxResult.class).isTimedOut()).isTrue();
        assertThat(timedOut.getBody(String.class)).isEqualTo("so far");
        assertThat(timedOut.getHeader(SandboxConstants.EXIT_CODE)).isEqualTo(-1);
    }

    @Test
    void failOnNonZeroExitMakesFailuresErrorsButNotTimeouts() {
        engine.answer(FAILED);
        Exchange exchange = send("sandbox:python?failOnNonZeroExit=true", "code");

        assertThat(failure(exchange)).isInstanceOfSatisfying(SandboxExecutionException.class, e -> {
            assertThat(e.reason()).isEqualTo(Reason.EXECUTION_FAILED);
            assertThat(e.result()).containsSame(FAILED);
            assertThat(e.getMessage())
                    .contains("exit code 3")
                    .doesNotContain("out")
                    .doesNotContain("err");
        });
        assertThat(exchange.getMessage().getHeader(SandboxConstants.EXIT_CODE)).isEqualTo(3);
        run(TIMED_OUT, "?failOnNonZeroExit=true");
    }

    @Test
    void everyLimitButTheTimeoutFollowsFailOnNonZeroExit() {
        for (Termination termination : List.of(
                Termination.OUT_OF_MEMORY,
                Termination.TOO_MANY_PROCESSES,
                Termination.DISK_FULL,
                Termination.OUTPUT_LIMIT,
                Termination.SIGNALED)) {
            engine.answer(ScriptedEngine.result("", "", 0, termination, OptionalInt.empty()));

            assertThat(failure(send("sandbox:python?failOnNonZeroExit=true", "code")))
                    .hasMessageContaining(termination.id());
            run(ScriptedEngine.result("", "", 0, termination, OptionalInt.empty()), "?failOnTimeout=true");
        }
    }

    @Test
    void failOnTimeoutMakesATimeoutAnErrorThatKeepsTheOutput() {
        engine.answer(TIMED_OUT);
        Exchange exchange = send("sandbox:python?failOnTimeout=true", "code");

        assertThat(failure(exchange)).isInstanceOfSatisfying(SandboxExecutionException.class, e -> {
            assertThat(e.reason()).isEqualTo(Reason.COMMAND_TIMEOUT);
            assertThat(e.result().orElseThrow().stdout().text()).isEqualTo("so far");
        });
    }

    @Test
    void aRouteThatCatchesTheErrorReadsTheResultAndItsOwnBody() {
        engine.answer(FAILED);

        assertThat(template.requestBody("direct:caught", "code", String.class)).isEqualTo("3|err|code");
    }

    @Test
    void filesOutAreInAHeaderThatCanBeReadAgainAndAgain() {
        byte[] content = {1, 2, 3};
        Message message = run(
                ScriptedEngine.result(
                        ScriptedEngine.output(""),
                        ScriptedEngine.output(""),
                        0,
                        Termination.EXITED,
                        OptionalInt.empty(),
                        List.of(new OutputFile("out/a.bin", content))),
                "?outputFiles=out/**");

        Map<?, ?> files = message.getHeader(SandboxConstants.FILES, Map.class);
        assertThat((byte[]) files.get("out/a.bin")).isEqualTo(content);
        assertThat((byte[]) files.get("out/a.bin")).isEqualTo(content);
        assertThat(message.getBody(SandboxResult.class).getFiles())
                .containsExactly(Map.of("name", "out/a.bin", "size", 3L));
    }

    @Test
    void stderrInItsHeaderIsCappedOnACharacterBoundary() {
        String stderr = "x".repeat(64 * 1024 - 1) + "ü".repeat(10);
        Message message = run(ScriptedEngine.result("", stderr, 0, Termination.EXITED, OptionalInt.empty()), "");

        assertThat(message.getHeader(SandboxConstants.STDERR, String.class))
                .isEqualTo("x".repeat(64 * 1024 - 1))
                .isEqualTo(message.getHeader(SandboxConstants.STDERR, String.class));
        assertThat(message.getBody(SandboxResult.class).getStderr()).isEqualTo(stderr);
    }

    @Test
    void variableReceiveTakesBodyAndHeaders() {
        engine.answer(FAILED);

        assertThat(template.requestBody("direct:variable", "code", String.class))
                .isEqualTo("out|3|code");
    }
}
