package io.camelsandbox.sandbox;

import static io.camelsandbox.sandbox.SandboxLifeTest.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxExecutionException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.sandbox.json.JsonException;
import io.camelsandbox.sandbox.spec.SandboxDefaults;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The scripted sandboxes run the real interpreter on files of a folder: the text that calls a function is tested too. */
@Timeout(60)
class SandboxFunctionTest {

    private final ScriptedHost host = new ScriptedHost();
    private final Sandboxes sandboxes = Sandboxes.on(host);

    @TempDir
    private Path folder;

    private SandboxSession session;

    @BeforeEach
    void open() {
        host.onCreate(created -> {
            created.onExec(process -> interpret(created, process));
            created.run();
        });
        session = sandboxes.session(SandboxDefaults.STANDARD.withTempDir(folder.toString()));
    }

    @AfterEach
    void close() {
        sandboxes.close();
    }

    @Test
    void argumentsAndResultsAreJson() {
        SandboxFunction function = function("def f(a, b=None, *, c=0):\n    return {'sum': a + c, 'b': b, 'x': 1.5}\n");

        Object result = function.call(Arrays.asList(2, Arrays.asList("ö", null, true)), Map.of("c", 40))
                .join();

        assertThat(result)
                .isEqualTo(Map.of("sum", 42L, "b", Arrays.asList("ö", null, true), "x", new BigDecimal("1.5")));
    }

    @Test
    void eachCallHasASandboxOfItsOwnThatIsGoneAfterwards() {
        SandboxFunction function = function("def f(x):\n    return x * x\n");

        List<Object> squares =
                Waiting.all(function.map(List.of(List.of(2), List.of(3)))).join();

        assertThat(squares).containsExactly(4L, 9L);
        assertThat(host.sandboxes())
                .hasSize(2)
                .allSatisfy(sandbox -> assertThat(sandbox.facts().ended()).isPresent());
        assertThat(session.sandboxCount()).isZero();
    }

    @Test
    void anExceptionComesWithItsTypeAndMessage() {
        SandboxFunction function = function("def f(x):\n    raise ValueError('bad ' + x)\n");

        FunctionException problem = (FunctionException) failure(function.call("thing"));

        assertThat(problem.exceptionType()).isEqualTo("ValueError");
        assertThat(problem.exceptionMessage()).isEqualTo("bad thing");
        assertThat(problem.getMessage()).doesNotContain("bad thing");
        assertThat(host.only().facts().ended()).isPresent();
    }

    @Test
    void whatJsonCannotHoldIsAnErrorOfTheFunction() {
        assertThat(failure(function("def f():\n    return {1, 2}\n").call())).isInstanceOf(FunctionException.class);
        assertThat(failure(function("def f():\n    return float('nan')\n").call()))
                .isInstanceOf(FunctionException.class);
        FunctionException keys = (FunctionException)
                failure(function("def f():\n    return {1: 2}\n").call());
        assertThat(keys.exceptionType()).isEqualTo("TypeError");
    }

    @Test
    void exitAndMissingNamesAndSyntaxAreErrorsToo() {
        assertThat(((FunctionException) failure(function("import sys\ndef f():\n    sys.exit(3)\n")
                                .call()))
                        .exceptionType())
                .isEqualTo("SystemExit");
        assertThat(((FunctionException) failure(function("def g():\n    pass\n").call())).exceptionType())
                .isEqualTo("KeyError");
        assertThat(((FunctionException) failure(function("def f(:\n").call())).exceptionType())
                .isEqualTo("SyntaxError");
    }

    @Test
    void anInterpreterThatDiesLeavesNoResult() {
        SandboxException problem =
                failure(function("import os\ndef f():\n    os._exit(9)\n").call());

        assertThat(problem).isInstanceOf(SandboxExecutionException.class).isNotInstanceOf(FunctionException.class);
        assertThat(problem.result().orElseThrow().exitCode()).isEqualTo(9);
    }

    @Test
    void argumentsThatJsonCannotHoldAreRefusedBeforeAnythingIsMade() {
        SandboxFunction function = function("def f(x):\n    return x\n");

        assertThatThrownBy(() -> function.call(new Object())).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> function.call(Map.of(1, 2))).isInstanceOf(JsonException.class);
        assertThat(host.orders()).isEmpty();
    }

    @Test
    void aNameIsAName() {
        assertThatThrownBy(() -> PythonFunction.of("f(); import os", "x")).isInstanceOf(SandboxRefusedException.class);
        assertThatThrownBy(() -> PythonFunction.of("f", " ")).isInstanceOf(SandboxRefusedException.class);
    }

    private SandboxFunction function(String source) {
        return session.function(SandboxSpec.builder().build(), PythonFunction.of("f", source));
    }

    private void interpret(ScriptedSandbox sandbox, ScriptedProcess process) {
        CompletableFuture.runAsync(() -> {
            try {
                for (Map.Entry<String, byte[]> file : sandbox.files().entrySet()) {
                    Files.write(Path.of(file.getKey()), file.getValue());
                }
                Process python = new ProcessBuilder(process.order().command())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                assertThat(python.waitFor(30, TimeUnit.SECONDS)).isTrue();
                Path answer = Path.of(process.order().command().get(3));
                if (Files.exists(answer)) {
                    sandbox.files().put(answer.toString(), Files.readAllBytes(answer));
                }
                process.started().exit(python.exitValue());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
