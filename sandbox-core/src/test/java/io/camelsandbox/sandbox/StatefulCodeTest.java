package io.camelsandbox.sandbox;

import static io.camelsandbox.sandbox.SandboxLifeTest.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Language;
import io.camelsandbox.Limits;
import io.camelsandbox.Mount;
import io.camelsandbox.OutputFile;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.Stdin;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.ExecOrder;
import io.camelsandbox.engine.StandardStream;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class StatefulCodeTest {

    private final ScriptedHost host = new ScriptedHost();
    private final Sandboxes sandboxes = Sandboxes.on(host);
    private final List<ScriptedInterpreter> interpreters = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        sandboxes.close();
    }

    @Test
    void oneInterpreterServesAllExecutionsOfALanguage() {
        Sandbox sandbox = running();
        CompletableFuture<ExecutionResult> first = sandbox.runStateful(python("x = 1"));
        answer(0, 1, "a");
        CompletableFuture<ExecutionResult> second = sandbox.runStateful(python("x"));
        answer(0, 2, "b");

        assertThat(first.join().stdout().text()).isEqualTo("a");
        assertThat(second.join().stdout().text()).isEqualTo("b");
        assertThat(second.join().sandboxId()).isEqualTo("sb-1");
        assertThat(second.join().engine()).isEqualTo("scripted");
        assertThat(interpreter(0).order(2).code()).isEqualTo("x");
        assertThat(interpreter(0).order(1).folder()).isEqualTo("/workspace");
        assertThat(interpreter(0).order(2).folder()).as("stays where it is").isEmpty();

        sandbox.runStateful(CodeRequest.builder(Language.JS, "1").build());
        assertThat(interpreter(1).order(1).number()).isEqualTo(1);
        assertThat(interpreter(1).process().order().command()).contains("/sandbox/node_state.cjs");
        ExecOrder order = interpreter(0).process().order();
        assertThat(order.command()).endsWith("-I", "-B", "/sandbox/python_state.py");
        assertThat(order.timeout()).isEmpty();
        assertThat(order.env()).containsKeys("PATH", "HOME");
    }

    @Test
    void handlesOfOneSandboxShareTheInterpreter() {
        Sandbox sandbox = running();
        sandbox.runStateful(python("1"));
        answer(0, 1, "");
        Sandbox again = sandboxes.fromId("sb-1").join();
        CompletableFuture<ExecutionResult> result = again.runStateful(python("2"));
        answer(0, 2, "");

        assertThat(result.join().succeeded()).isTrue();
        assertThat(interpreters).hasSize(1);
    }

    @Test
    void executionsComeInTheOrderTheyWereAskedForEvenBeforeTheSandboxRuns() {
        host.onCreate(created -> created.onExec(this::begin));
        Sandbox sandbox = sandboxes.create(SandboxSpec.builder().build());
        for (int i = 0; i < 5; i++) {
            sandbox.runStateful(python("number " + i));
        }
        await().until(() -> host.sandboxes().size() == 1);
        host.only().run();

        for (int i = 0; i < 5; i++) {
            assertThat(interpreter(0).order(i + 1).code()).isEqualTo("number " + i);
            assertThat(interpreter(0).orders()).as("one at a time").hasSize(i + 1);
            answer(0, i + 1, "");
        }
    }

    @Test
    void anEndOfTheInterpreterIsAResultAndTheNextExecutionHasANewOne() {
        Sandbox sandbox = running();
        CompletableFuture<ExecutionResult> result = sandbox.runStateful(python("exit(3)"));
        interpreter(0).order(1);
        CompletableFuture<ExecutionResult> waiting = sandbox.runStateful(python("1"));
        interpreter(0).process().out("partial").exit(3);

        assertThat(result.join().exitCode()).isEqualTo(3);
        assertThat(result.join().stdout().text()).isEqualTo("partial");
        answer(1, 1, "fresh");
        assertThat(waiting.join().stdout().text()).isEqualTo("fresh");
        assertThat(interpreter(1).order(1).folder()).isEqualTo("/workspace");
    }

    @Test
    void anExecutionThatAnInterpreterThatEndsDidNotComeToIsRunInANewOne() {
        Sandbox sandbox = running();
        sandbox.runStateful(python("1"));
        answer(0, 1, "");
        CompletableFuture<ExecutionResult> missed = sandbox.runStateful(python("2"));
        interpreter(0).order(2);
        interpreter(0).process().exit(9);
        answer(1, 1, "here");
        assertThat(missed.join().stdout().text()).isEqualTo("here");

        CompletableFuture<ExecutionResult> begun = sandbox.runStateful(python("3"));
        interpreter(1).begin(interpreter(1).order(2));
        interpreter(1).process().exit(9);
        assertThat(begun.join().exitCode()).isEqualTo(9);
        assertThat(interpreters).hasSize(2);
    }

    @Test
    void aTimeIsTheExecutionsAndEndsTheInterpreterPolitelyFirst() {
        Sandbox sandbox = running();
        CompletableFuture<ExecutionResult> result = sandbox.runStateful(CodeRequest.builder(Language.PYTHON, "x")
                .limits(Limits.DEFAULTS.withTimeout(Duration.ofSeconds(1)))
                .build());
        interpreter(0).order(1);
        interpreter(0).process().out("x");

        assertThat(result.join().termination()).isEqualTo(Termination.TIMED_OUT);
        assertThat(result.join().exitCode()).isEqualTo(-1);
        assertThat(result.join().stdout().text()).isEqualTo("x");
        assertThat(interpreter(0).process().signals()).containsExactly(15);
        assertThat(interpreter(0).process().cancelled()).isTrue();
    }

    @Test
    void filesAndStandardInputAreBroughtWhenTheTurnComes() {
        Sandbox sandbox = running();
        sandbox.runStateful(python("first"));
        interpreter(0).order(1);
        CompletableFuture<ExecutionResult> second = sandbox.runStateful(CodeRequest.builder(Language.PYTHON, "second")
                .inputFiles(Map.of("in.txt", new byte[] {1}))
                .stdin(new Stdin.Stream(new ByteArrayInputStream("text".getBytes(StandardCharsets.UTF_8))))
                .workingDir("/tmp")
                .outputFiles(List.of("*.csv"))
                .build());
        assertThat(host.only().files()).isEmpty();
        answer(0, 1, "");

        ScriptedInterpreter.Order order = interpreter(0).order(2);
        assertThat(order.folder()).isEqualTo("/tmp");
        assertThat(order.stdin()).matches("/code/[^/]+/stdin");
        assertThat(host.only().files().get(order.stdin())).isEqualTo("text".getBytes(StandardCharsets.UTF_8));
        assertThat(host.only().files()).containsKey("/workspace/in.txt");
        host.only().files().put("/workspace/out.csv", new byte[] {2});
        answer(0, 2, "");
        assertThat(second.join().files()).extracting(OutputFile::name).containsExactly("out.csv");
        await().until(() -> host.only().execs().stream()
                .anyMatch(exec -> exec.command().get(0).equals("/bin/rm")));
    }

    @Test
    void cancellingGivesUpThePlaceOrEndsTheInterpreter() {
        Sandbox sandbox = running();
        CompletableFuture<ExecutionResult> first = sandbox.runStateful(python("first"));
        interpreter(0).order(1);
        CompletableFuture<ExecutionResult> second = sandbox.runStateful(python("second"));
        CompletableFuture<ExecutionResult> third = sandbox.runStateful(python("third"));
        second.cancel(false);
        assertThat(interpreter(0).process().cancelled()).isFalse();
        first.cancel(false);

        await().until(() -> interpreter(0).process().cancelled());
        assertThat(interpreter(1).order(1).code()).isEqualTo("third");
        answer(1, 1, "");
        assertThat(third.join().succeeded()).isTrue();
    }

    @Test
    void theEndOfTheSandboxFailsWhatRunsAndWhatWaits() {
        Sandbox sandbox = running();
        CompletableFuture<ExecutionResult> first = sandbox.runStateful(python("first"));
        interpreter(0).order(1);
        CompletableFuture<ExecutionResult> second = sandbox.runStateful(python("second"));
        sandbox.stop().join();
        host.only().onExec(process -> process.fail(new SandboxNotRunningException("it has ended")));
        interpreter(0).process().fail(new SandboxNotRunningException("it has ended"));

        assertThat(failure(first)).isInstanceOf(SandboxNotRunningException.class);
        assertThat(failure(second)).isInstanceOf(SandboxNotRunningException.class);
        assertThat(failure(sandbox.runStateful(python("third")))).isInstanceOf(SandboxNotRunningException.class);
        await().untilAsserted(() ->
                assertThat(sandbox.core().stateful().interpreters()).isZero());
    }

    @Test
    void anInterpreterThatEndedUnusedIsForgotten() {
        Sandbox sandbox = running();
        CompletableFuture<ExecutionResult> result = sandbox.runStateful(python("1"));
        answer(0, 1, "");
        result.join();
        assertThat(sandbox.core().stateful().interpreters()).isEqualTo(1);
        interpreter(0).process().exit(0);

        await().untilAsserted(() ->
                assertThat(sandbox.core().stateful().interpreters()).isZero());
    }

    @Test
    void whatIsShownIsInTheResult() {
        Sandbox sandbox = running();
        CompletableFuture<ExecutionResult> result = sandbox.runStateful(python("1"));
        ScriptedInterpreter.Order order = interpreter(0).order(1);
        byte[] part = "\0\0\0\0\0\0\0\1text/plain".getBytes(StandardCharsets.ISO_8859_1);
        interpreter(0).frame(order, StandardStream.STDOUT, 'P', part);
        interpreter(0).frame(order, StandardStream.STDOUT, 'D', new byte[] {'1'});
        answer(0, 1, "");

        assertThat(result.join().display().last("text/plain").orElseThrow().text())
                .isEqualTo("1");
        assertThat(result.join().display().truncated()).isFalse();
    }

    @Test
    void whatIsWrongIsRefusedAtOnce() {
        Sandbox sandbox = running();

        assertThatThrownBy(() -> sandbox.runStateful(
                        CodeRequest.builder(Language.SHELL, "x").build()))
                .isInstanceOf(SandboxRefusedException.class)
                .hasMessageContaining("js and python");
        assertThatThrownBy(() -> sandbox.runStateful(CodeRequest.builder(Language.PYTHON, "x")
                        .mounts(List.of(new Mount(Path.of("/tmp"), "/mnt", false)))
                        .build()))
                .isInstanceOf(SandboxRefusedException.class);
        assertThatThrownBy(() -> sandbox.runStateful(python(" "))).isInstanceOf(SandboxRefusedException.class);
        assertThat(host.only().execs()).isEmpty();
    }

    @Test
    void aCancelBeforeTheSandboxRunsGivesUpThePlace() {
        host.onCreate(created -> created.onExec(this::begin));
        Sandbox sandbox = sandboxes.create(SandboxSpec.builder().build());
        CompletableFuture<ExecutionResult> first = sandbox.runStateful(python("first"));
        CompletableFuture<ExecutionResult> second = sandbox.runStateful(python("second"));
        first.cancel(false);
        await().until(() -> host.sandboxes().size() == 1);
        host.only().run();

        assertThat(interpreter(0).order(1).code()).isEqualTo("second");
        answer(0, 1, "");
        assertThat(second.join().succeeded()).isTrue();
    }

    private static CodeRequest python(String code) {
        return CodeRequest.builder(Language.PYTHON, code).build();
    }

    private void answer(int interpreter, int order, String stdout) {
        ScriptedInterpreter at = interpreter(interpreter);
        at.answer(at.order(order), stdout, 0);
    }

    private ScriptedInterpreter interpreter(int number) {
        await().until(() -> interpreters.size() > number);
        return interpreters.get(number);
    }

    private void begin(ScriptedProcess process) {
        if (process.order().command().get(0).equals("/bin/rm")) {
            process.started().exit(0);
        } else {
            interpreters.add(new ScriptedInterpreter(process));
            process.started();
        }
    }

    private Sandbox running() {
        host.onCreate(created -> {
            created.onExec(this::begin);
            created.run();
        });
        return sandboxes.run(SandboxSpec.builder().build()).join();
    }
}
