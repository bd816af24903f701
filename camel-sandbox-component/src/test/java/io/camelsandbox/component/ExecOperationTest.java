package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxCancelledException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.ExecOrder;
import io.camelsandbox.sandbox.ScriptedProcess;
import io.camelsandbox.sandbox.ScriptedSandbox;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Commands, and code, in a sandbox that is there. */
@Timeout(60)
class ExecOperationTest extends ScriptedHostTest {

    private ScriptedSandbox sandbox;

    @Override
    protected RouteBuilder createRouteBuilder() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:long").routeId("long").to("sandbox:exec?command=sleep&sandboxId=sb-1");
            }
        };
    }

    @BeforeEach
    void startSandbox() {
        sandbox = run("");
    }

    private ExecOrder order() {
        return sandbox.execs().get(0);
    }

    @Test
    void aCommandAndItsArgumentsAreTakenLiterally() {
        sandbox.onExec(process -> process.started().out("out").err("err").exit(0));

        Exchange exchange = sendToOnly("sandbox:exec?command=ls&args=RAW(a b)&args=RAW($(x); *,y)&env.A=1", null);

        assertThat(exchange.getException()).isNull();
        assertThat(order().command()).containsExactly("ls", "a b", "$(x); *,y");
        assertThat(order().env()).containsEntry("A", "1");
        SandboxResult result = exchange.getMessage().getBody(SandboxResult.class);
        assertThat(result.getStdout()).isEqualTo("out");
        assertThat(result.getStderr()).isEqualTo("err");
        assertThat(exchange.getMessage().getHeader("CamelSandboxExitCode")).isEqualTo(0);
        assertThat(exchange.getMessage().getHeader("CamelSandboxId")).isEqualTo("sb-1");
    }

    @Test
    void theBodyIsItsStandardInput() {
        var process = new AtomicReference<ScriptedProcess>();
        sandbox.onExec(one -> {
            process.set(one.started());
            one.onInputEnd(() -> one.exit(0));
        });

        Exchange exchange = sendToOnly(
                "sandbox:exec?command=cat&result=stdout",
                new ByteArrayInputStream("streamed".getBytes(StandardCharsets.UTF_8)));

        assertThat(exchange.getException()).isNull();
        assertThat(process.get().input()).isEqualTo("streamed");
    }

    @Test
    void itsLimitsAreThoseOfTheEndpoint() {
        sendToOnly("sandbox:exec?command=x&timeout=2&workingDir=/srv&maxOutput=1k", null);

        assertThat(order().timeout()).hasValue(Duration.ofSeconds(2));
        assertThat(order().cwd()).hasValue("/srv");
    }

    @Test
    void aTimeoutIsAResultUnlessItIsToBeAnError() {
        sandbox.onExec(process -> process.started().out("so far").end(-1, OptionalInt.of(9), Termination.TIMED_OUT));

        SandboxResult result =
                sendToOnly("sandbox:exec?command=x", null).getMessage().getBody(SandboxResult.class);
        assertThat(result.isTimedOut()).isTrue();
        assertThat(result.getExitCode()).isEqualTo(-1);
        assertThat(result.getStdout()).isEqualTo("so far");
        Exchange failed = sendToOnly("sandbox:exec?command=x&failOnTimeout=true", null);
        assertThat(failure(failed).reason()).isEqualTo(Reason.COMMAND_TIMEOUT);
        assertThat(failed.getMessage().getHeader("CamelSandboxTimedOut")).isEqualTo(true);
    }

    @Test
    void anExitCodeIsAResultUnlessItIsToBeAnError() {
        sandbox.onExec(process -> process.started().err("no").exit(3));

        assertThat(sendToOnly("sandbox:exec?command=x", null).getMessage().getHeader("CamelSandboxExitCode"))
                .isEqualTo(3);
        assertThat(failure(sendToOnly("sandbox:exec?command=x&failOnNonZeroExit=true", null))
                        .reason())
                .isEqualTo(Reason.EXECUTION_FAILED);
    }

    @Test
    void whatItStartedMayLiveOnWhereThatIsSaid() {
        sendToOnly("sandbox:exec?command=x&background=true", null);
        sendToOnly("sandbox:exec?command=x", null);

        assertThat(sandbox.execs()).extracting(ExecOrder::descendants).doesNotHaveDuplicates();
    }

    @Test
    void aHeaderChangesTheCommandOnlyWhereItMay() {
        Map<String, Object> headers =
                Map.of("CamelSandboxCommand", "rm", "CamelSandboxArgs", List.of("-rf"), "CamelSandboxTimeout", "1");

        withHeaders("sandbox:exec?command=ls&sandboxId=sb-1", headers);
        withHeaders("sandbox:exec?command=ls&sandboxId=sb-1&allowControlHeaders=true", headers);

        assertThat(sandbox.execs()).extracting(ExecOrder::command).containsExactly(List.of("ls"), List.of("rm", "-rf"));
        assertThat(sandbox.execs().get(1).timeout()).hasValue(Duration.ofSeconds(1));
        assertThat(failure(withHeaders(
                        "sandbox:exec?command=ls&sandboxId=sb-1&allowControlHeaders=true",
                        Map.of("CamelSandboxMemory", "1m"))))
                .isInstanceOf(SandboxRefusedException.class);
    }

    private Exchange withHeaders(String uri, Map<String, Object> headers) {
        return template.request(uri, exchange -> headers.forEach(exchange.getMessage()::setHeader));
    }

    @Test
    void aForcedStopOfTheRouteCancelsTheCommand() throws Exception {
        var process = new AtomicReference<ScriptedProcess>();
        sandbox.onExec(one -> process.set(one.started()));
        CompletableFuture<Exchange> sent = template.asyncSend(
                "direct:long", exchange -> exchange.getMessage().setBody(null));
        await().until(() -> process.get() != null);

        context.getRouteController().stopRoute("long", 1, TimeUnit.SECONDS);

        assertThat(failure(sent.join())).isInstanceOf(SandboxCancelledException.class);
        assertThat(process.get().cancelled()).isTrue();
    }

    @Test
    void codeRunsInTheSandboxThatIsSaid() {
        sandbox.onExec(process -> process.started().out("42\n").exit(0));

        Exchange exchange = send("sandbox:python?sandboxId=sb-1&code=RAW(print(6 * 7))", null);

        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getBody(String.class)).isEqualTo("42\n");
        assertThat(exchange.getMessage().getHeader("CamelSandboxId")).isEqualTo("sb-1");
    }

    @Test
    void codeHasASandboxOfItsOwnUnlessOneIsSaid() {
        assertThat(failure(sendToOnly("sandbox:python?code=1", null)).reason()).isEqualTo(Reason.ENGINE_LOST);
        assertThat(sandbox.execs()).isEmpty();
    }

    @Test
    void stateIsOfTheSandboxOfTheExchange() {
        assertThat(failure(send("sandbox:python?stateful=true&code=1", null))).hasMessageContaining("set sandboxId");

        sendToOnly("sandbox:python?stateful=true&code=1", null);

        assertThat(sandbox.execs()).as("an interpreter was started").isNotEmpty();
    }
}
