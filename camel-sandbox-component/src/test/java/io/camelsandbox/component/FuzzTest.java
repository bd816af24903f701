package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.EngineLostException;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.SandboxException;
import io.camelsandbox.Termination;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.camel.Exchange;
import org.apache.camel.FailedToCreateProducerException;
import org.apache.camel.NoSuchBeanException;
import org.apache.camel.ResolveEndpointFailedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random options, bodies and headers give results or clear errors, and nothing else. */
@Timeout(120)
class FuzzTest extends ScriptedSandboxTest {

    private static final String SECRET = "hunter2-fuzz";
    private static final List<String> OPTIONS = List.of(
            "code",
            "command",
            "args",
            "env.A",
            "env.B=C",
            "inputFiles.x",
            "inputFiles.../y",
            "input_files.z",
            "stdin",
            "result",
            "timeout",
            "memory",
            "cpu",
            "pids",
            "disk",
            "files",
            "openFiles",
            "open_files",
            "maxOutput",
            "onOutputLimit",
            "spoolOutput",
            "maxSpool",
            "allowedModules",
            "allowed_modules",
            "workingDir",
            "working_dir",
            "mounts",
            "inheritEnv",
            "outputFiles",
            "interpreter",
            "sandboxId",
            "failOnNonZeroExit",
            "failOnTimeout",
            "allowControlHeaders",
            "colour");
    private static final List<String> SECRETS =
            List.of("code", "command", "args", "env.A", "env.B=C", "inputFiles.x", "input_files.z");
    private static final List<String> VALUES = List.of(
            "",
            " ",
            "0",
            "1",
            "-1",
            "10",
            "0.5",
            "1e9",
            "NaN",
            "true",
            "false",
            "maybe",
            "json",
            "body",
            "none",
            "stdout",
            "kill",
            "5000",
            "10s",
            "64k",
            "1g",
            "99999999999999999999",
            "a,b",
            ",,,",
            "{",
            "}",
            "*.{a,b}",
            "/tmp",
            "/a:/b",
            "../x",
            "#bean:nothing",
            "#bean:number",
            "#bean:text",
            "#class:java.lang.String",
            "resource:nowhere",
            "classpath:scripts/hello.py",
            "variable:v",
            "file:/",
            "${body}",
            "{{x}}",
            "\u0000",
            "\n",
            "ü€𝄞",
            "RAW(x)",
            "a&b",
            "%",
            "+",
            "print(1)");
    private static final List<String> HEADERS = List.of(
            "CamelSandboxCode",
            "CamelSandboxCommand",
            "CamelSandboxArgs",
            "CamelSandboxEnv",
            "CamelSandboxTimeout",
            "CamelSandboxMemory",
            "CamelSandboxCpu",
            "CamelSandboxPids",
            "CamelSandboxDisk",
            "CamelSandboxMaxOutput",
            "CamelSandboxAllowedModules",
            "CamelSandboxWorkingDir",
            "CamelSandboxExitCode",
            "CAMELSANDBOXCODE",
            "camel-sandbox-env",
            "CamelSandboxFiles",
            "CamelSandbox",
            "x",
            "Content-Type");
    private static final List<String> FIELDS = List.of(
            "code", "command", "timeout", "allowed_modules", "allowedModules", "working_dir", "env", "image", "");

    @Test
    void randomInputGivesResultsOrClearErrors() {
        long seed = Long.getLong("fuzz.seed", System.nanoTime());
        int rounds = Integer.getInteger("fuzz.rounds", 3000);
        Random random = new Random(seed);
        context.getRegistry().bind("number", 42);
        context.getRegistry().bind("text", SandboxText.of("print('text')"));
        engine.answer(execution -> answer(random));
        int results = 0;
        int errors = 0;
        for (int round = 0; round < rounds; round++) {
            String what = "seed " + seed + ", round " + round;
            Throwable failure = null;
            Exchange exchange = null;
            try {
                exchange = one(random);
                failure = exchange.getException();
            } catch (ResolveEndpointFailedException | FailedToCreateProducerException e) {
                failure = e;
            }
            if (failure == null) {
                results++;
                assertThat(exchange.getMessage().getHeader(SandboxConstants.ENGINE))
                        .as(what)
                        .isEqualTo("scripted");
            } else {
                errors++;
                assertIsClear(failure, what);
            }
            // Endpoints are cached by their URIs; the test makes a new one in nearly every round.
            context.getEndpoints()
                    .forEach(endpoint -> context.getEndpointRegistry().remove(endpoint));
        }
        SandboxComponent component = context.getComponent("sandbox", SandboxComponent.class);
        assertThat(component.getRunning()).isZero();
        assertThat(component.getQueued()).isZero();
        assertThat(results).as("results").isGreaterThan(rounds / 20);
        assertThat(errors).as("errors").isGreaterThan(rounds / 20);
    }

    private static void assertIsClear(Throwable failure, String what) {
        boolean ours = false;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            ours |= cause instanceof SandboxException;
            ours |= cause instanceof NoSuchBeanException;
            ours |= String.valueOf(cause.getMessage()).startsWith("Property with key [x] not found");
            assertThat(cause)
                    .as(what)
                    .isNotInstanceOfAny(
                            NullPointerException.class,
                            ClassCastException.class,
                            Error.class,
                            IndexOutOfBoundsException.class);
            assertThat(String.valueOf(cause.getMessage())).as(what).doesNotContain(SECRET);
        }
        assertThat(ours).as(what + ": " + failure).isTrue();
    }

    private Exchange one(Random random) {
        Map<String, Object> headers = new HashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            headers.put(pick(random, HEADERS), value(random, 2));
        }
        Object body = random.nextInt(3) == 0
                ? request(random)
                : random.nextInt(4) == 0 ? SECRET + "\u0000" : value(random, 3);
        return send(uri(random), body, headers);
    }

    private static String uri(Random random) {
        var uri = new StringBuilder("sandbox:" + pick(random, List.of("js", "python", "shell", "shell", "ruby")));
        char separator = '?';
        if (random.nextBoolean()) {
            uri.append("?code=RAW(print(1))");
            separator = '&';
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            String option = pick(random, OPTIONS);
            boolean secret = SECRETS.contains(option) && random.nextBoolean();
            String value = URLEncoder.encode(secret ? SECRET : pick(random, VALUES), StandardCharsets.UTF_8);
            uri.append(separator).append(option.replace("=", "%3D")).append('=').append(value);
            separator = '&';
        }
        return uri.toString();
    }

    private static Object request(Random random) {
        Map<Object, Object> request = new HashMap<>();
        request.put(random.nextBoolean() ? "code" : "command", SECRET);
        for (int i = random.nextInt(3); i > 0; i--) {
            request.put(pick(random, FIELDS), value(random, 2));
        }
        if (random.nextInt(50) == 0) {
            request.put(null, null);
        }
        return request;
    }

    private static Object value(Random random, int depth) {
        List<Function<Random, Object>> kinds = new ArrayList<>(List.of(
                r -> pick(r, VALUES),
                r -> pick(r, VALUES),
                r -> pick(r, VALUES).getBytes(StandardCharsets.UTF_8),
                r -> new ByteArrayInputStream(new byte[r.nextInt(50)]),
                r -> r.nextInt(),
                r -> r.nextDouble() * 100,
                r -> Double.NaN,
                r -> r.nextBoolean(),
                r -> null,
                r -> new Object(),
                r -> InputStream.nullInputStream()));
        if (depth > 0) {
            kinds.add(r -> Arrays.asList(value(r, depth - 1), value(r, depth - 1)));
            kinds.add(r -> {
                Map<Object, Object> map = new HashMap<>();
                map.put(pick(r, VALUES), value(r, depth - 1));
                return map;
            });
            kinds.add(r -> new Object[] {value(r, 0), null});
        }
        return pick(random, kinds).apply(random);
    }

    private static CompletableFuture<ExecutionResult> answer(Random random) {
        ExecutionResult result = ScriptedEngine.result(
                pick(random, VALUES),
                pick(random, VALUES),
                random.nextInt(256) - 1,
                pick(random, List.of(Termination.EXITED, Termination.TIMED_OUT, Termination.OUT_OF_MEMORY)),
                random.nextBoolean() ? OptionalInt.of(random.nextInt(70)) : OptionalInt.empty());
        return switch (random.nextInt(10)) {
            case 0 -> CompletableFuture.failedFuture(new EngineLostException("the engine was lost", result, null));
            case 1 -> new CompletableFuture<ExecutionResult>().completeOnTimeout(result, 1, TimeUnit.MILLISECONDS);
            default -> CompletableFuture.completedFuture(result);
        };
    }

    private static <T> T pick(Random random, List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
