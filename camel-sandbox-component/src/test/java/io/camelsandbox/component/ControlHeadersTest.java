package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.EngineLostException;
import io.camelsandbox.SandboxRefusedException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlHeadersTest extends ScriptedSandboxTest {

    private static final String SAFE = "sandbox:shell?command=safe";
    private static final String ALLOWED = "sandbox:shell?command=safe&allowControlHeaders=true&timeout=5";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CamelSandboxCode",
                "CAMELSANDBOXCODE",
                "CAmelSandboxCommand",
                "camelSandboxCommand",
                "Camel-Sandbox-Command",
                "camel_sandbox_code",
                "CamelSandboxImage",
                "CamelSandboxTimeout",
                "CamelSandboxTargetId",
                "CamelSANDBOXEnv"
            })
    void aControlHeaderInAnySpellingIsIgnoredAndRemoved(String name) {
        Exchange exchange = send(SAFE, "", Map.of(name, "evil"));

        assertThat(exchange.getException()).isNull();
        assertThat(sentCode()).isEqualTo("safe");
        assertThat(exchange.getMessage().getHeader(name)).isNull();
        assertThat(engine.lastExecution().limits().timeout()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void ignoredHeadersAreWarnedOfOnceForEachEndpointAndWithoutTheirValues() {
        String log = logOf(() -> {
            for (int i = 0; i < 1000; i++) {
                send(SAFE, "", Map.of("CamelSandboxCode", "SECRET"));
            }
            send("sandbox:shell?command=other", "", Map.of("CamelSandboxCode", "SECRET"));
        });

        assertThat(log.lines().filter(line -> line.contains("allowControlHeaders")))
                .hasSize(2);
        assertThat(log).doesNotContain("SECRET");
    }

    @Test
    void headersOfAnEarlierRunAreNoReasonToWarn() {
        String log = logOf(() -> send(SAFE, "", Map.of("CamelSandboxExitCode", 0)));

        assertThat(log).doesNotContain("allowControlHeaders");
    }

    @Test
    void forgedResultsAreGoneWhenTheRunGivesNone() {
        engine.answer(execution -> CompletableFuture.failedFuture(new EngineLostException("lost", null, null)));
        Map<String, Object> forged = new HashMap<>();
        forged.put("CamelSandboxExitCode", 0);
        forged.put("camelsandboxSTDERR", "");
        forged.put("CamelSandboxFiles", Map.of("a", "b"));

        Exchange exchange = send(SAFE, "", forged);

        assertThat(failure(exchange)).isInstanceOf(EngineLostException.class);
        assertThat(exchange.getMessage().getHeaders().keySet())
                .noneMatch(name -> name.toLowerCase().startsWith("camelsandbox"));
    }

    @Test
    void forgedResultsAreGoneWhenTheRequestIsRefused() {
        Exchange exchange = send(SAFE, Map.of("a", 1), Map.of("CamelSandboxExitCode", 0));

        assertThat(failure(exchange)).isInstanceOf(SandboxRefusedException.class);
        assertThat(exchange.getMessage().getHeader("CamelSandboxExitCode")).isNull();
    }

    @Test
    void allowedHeadersChooseCodeArgsEnvAndLowerLimits() {
        Exchange exchange = send(
                ALLOWED,
                "",
                Map.of(
                        "CamelSandboxCommand", "mine",
                        "CamelSandboxArgs", List.of("a b"),
                        "CamelSandboxEnv", Map.of("A", "1"),
                        "CamelSandboxTimeout", "2",
                        "CamelSandboxMemory", "64MiB",
                        "CamelSandboxPids", 7,
                        "CamelSandboxCpu", "0.5",
                        "CamelSandboxDisk", "1MiB",
                        "CamelSandboxMaxOutput", "10k",
                        "CamelSandboxWorkingDir", "/tmp"));

        assertThat(exchange.getException()).isNull();
        assertThat(sentCode()).isEqualTo("mine");
        var execution = engine.lastExecution();
        assertThat(execution.program().argv()).endsWith("a b");
        assertThat(execution.program().env()).containsEntry("A", "1");
        assertThat(execution.workingDir()).isEqualTo("/tmp");
        assertThat(execution.limits().timeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(execution.limits().memory()).isEqualTo(64L << 20);
        assertThat(execution.limits().pids()).isEqualTo(7);
        assertThat(execution.limits().cpu()).isEqualTo(0.5);
        assertThat(execution.limits().output()).isEqualTo(10 * 1024);
        assertThat(exchange.getMessage().getHeader("CamelSandboxCommand")).isNull();
    }

    @Test
    void allowedHeadersCannotRaiseALimit() {
        for (Map<String, Object> header : List.<Map<String, Object>>of(
                Map.of("CamelSandboxTimeout", "6"),
                Map.of("CamelSandboxMemory", "1g"),
                Map.of("CamelSandboxPids", 129),
                Map.of("CamelSandboxCpu", 1.5),
                Map.of("CamelSandboxDisk", "65MiB"),
                Map.of("CamelSandboxMaxOutput", "2MiB"))) {
            assertThat(failure(send(ALLOWED, "", header)))
                    .as(header.toString())
                    .isInstanceOf(SandboxRefusedException.class)
                    .hasMessageContaining("over the ceiling");
        }
        assertThat(engine.executions()).isEmpty();
    }

    @Test
    void allowedHeadersOfAWrongTypeAreAClearError() {
        for (Map<String, Object> header : List.<Map<String, Object>>of(
                Map.of("CamelSandboxTimeout", List.of(1)),
                Map.of("CamelSandboxCode", 1),
                Map.of("CamelSandboxEnv", "A=1"),
                Map.of("CamelSandboxPids", "1e9"),
                Map.of("CamelSandboxPids", "0"),
                Map.of("CamelSandboxCpu", "NaN"),
                Map.of("CamelSandboxCode", "a", "CamelSandboxCommand", "b"))) {
            assertThat(failure(send(ALLOWED, "", header)))
                    .as(header.toString())
                    .isInstanceOf(SandboxRefusedException.class);
        }
    }

    private static String logOf(Runnable work) {
        PrintStream before = System.err;
        var captured = new ByteArrayOutputStream();
        System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
        try {
            work.run();
        } finally {
            System.setErr(before);
        }
        return captured.toString(StandardCharsets.UTF_8);
    }
}
