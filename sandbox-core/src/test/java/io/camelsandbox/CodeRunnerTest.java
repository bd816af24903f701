package io.camelsandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.EngineProbe;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.Program;
import io.camelsandbox.engine.SandboxEngine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class CodeRunnerTest {

    private final RecordingEngine engine = new RecordingEngine();
    private final CodeRunner runner = new CodeRunner(engine);

    @Test
    void givesTheEngineTheWholeRequest() {
        var stdin = new Stdin.Bytes(new byte[] {1});
        var limits = Limits.DEFAULTS.withTimeout(Duration.ofSeconds(3));
        var request = CodeRequest.builder(Language.PYTHON, "print(1)")
                .args(List.of("x"))
                .stdin(stdin)
                .limits(limits)
                .outputPolicy(OutputPolicy.KILL)
                .inputFiles(Map.of("in/a.csv", new byte[] {2}))
                .outputFiles(List.of("out/*.json"))
                .workingDir("/tmp//x/./")
                .interpreter("python3.12")
                .build();

        runner.run(request);

        Execution execution = engine.executions.get(0);
        assertThat(execution.codeFiles()).containsOnlyKeys("main.py");
        assertThat(execution.inputFiles()).containsOnlyKeys("in/a.csv");
        assertThat(execution.outputFiles()).containsExactly("out/*.json");
        assertThat(execution.stdin()).isSameAs(stdin);
        assertThat(execution.limits()).isEqualTo(limits);
        assertThat(execution.outputPolicy()).isEqualTo(OutputPolicy.KILL);
        assertThat(execution.workingDir()).isEqualTo("/tmp/x");
        assertThat(engine.choices).containsExactly("python3.12");
    }

    @Test
    void eachRunHasAnIdOfItsOwn() {
        var request = CodeRequest.builder(Language.JS, "1").build();
        runner.run(request);
        runner.run(request);
        assertThat(engine.executions.get(0).id())
                .isNotEqualTo(engine.executions.get(1).id());
    }

    @Test
    void equalEnvironmentsMakeEqualBoots() {
        runner.run(CodeRequest.builder(Language.PYTHON, "1")
                .env(Map.of("A", "1"))
                .args(List.of("x"))
                .build());
        runner.run(CodeRequest.builder(Language.PYTHON, "22")
                .env(Map.of("B", "2"))
                .workingDir("/tmp")
                .build());
        Program one = engine.executions.get(0).program();
        Program other = engine.executions.get(1).program();
        assertThat(one.argv()).isEqualTo(other.argv());
        assertThat(one.env()).isEqualTo(other.env());
    }

    @Test
    void whatIsWrongFailsTheFutureAndReachesNoEngine() {
        CompletableFuture<ExecutionResult> future =
                runner.run(CodeRequest.builder(Language.SHELL, " ").build());

        assertThatThrownBy(future::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(SandboxRefusedException.class);
        assertThat(engine.executions).isEmpty();
    }

    @Test
    void checkFindsTheSameAndRunsNothing() {
        assertThatThrownBy(() ->
                        runner.check(CodeRequest.builder(Language.SHELL, " ").build()))
                .isInstanceOf(SandboxRefusedException.class)
                .hasMessage("code (command) is empty");
        runner.check(CodeRequest.builder(Language.SHELL, "true").build());
        assertThat(engine.executions).isEmpty();
    }

    @Test
    void aShellScriptIsAFileAndItsArgumentsAreData() {
        runner.run(CodeRequest.builder(Language.SHELL, "printf '%s' \"$@\"")
                .args(List.of("-c", "--", "-e id"))
                .build());
        Execution execution = engine.executions.get(0);
        assertThat(execution.program().argv()).containsExactly("/opt/x/shell", "/code/main.sh", "-c", "--", "-e id");
        assertThat(execution.program().env().get("PATH")).startsWith("/opt/x:/usr/local/sbin:");
        assertThat(new String(execution.codeFiles().get("main.sh"), StandardCharsets.UTF_8))
                .isEqualTo("printf '%s' \"$@\"");
    }

    @Test
    void inputFilesThatCannotFitAreRefused() {
        var limits = Limits.DEFAULTS.withDisk(10).withFiles(2);
        assertRefused(files(Map.of("a", new byte[11])).limits(limits), "11 bytes", "disk=10 bytes");
        assertRefused(
                files(Map.of("a", new byte[0], "b", new byte[0], "c", new byte[0]))
                        .limits(limits),
                "3 input files",
                "files=2");
        assertRefused(files(Map.of("a", new byte[0], "a/b", new byte[0])), "'a' is also the folder of 'a/b'");
    }

    @Test
    void aPositionIsGivenForWhatCannotBeWritten() {
        assertRefused(CodeRequest.builder(Language.SHELL, "echo 1\necho \u0000"), "NUL", "line 2, column 6");
        assertRefused(CodeRequest.builder(Language.JS, "'\uD83D'"), "U+D83D", "line 1, column 2");
    }

    @Test
    void whatDoesNotFitIntoTheStartOfAProgramIsNamed() {
        String large = "v".repeat(131_072);
        assertRefused(CodeRequest.builder(Language.SHELL, "true").env(Map.of("BIG", large)), "BIG", "131072");
        assertRefused(CodeRequest.builder(Language.SHELL, "true").args(List.of("a", large)), "argument 2", "131071");
        assertRefused(
                CodeRequest.builder(Language.SHELL, "true").args(Collections.nCopies(20, "b".repeat(100_000))),
                "args and env together");
        runner.check(CodeRequest.builder(Language.PYTHON, "1")
                .env(Map.of("BIG", large))
                .build());
    }

    private static CodeRequest.Builder files(Map<String, byte[]> files) {
        return CodeRequest.builder(Language.PYTHON, "1").inputFiles(files);
    }

    private void assertRefused(CodeRequest.Builder request, String... parts) {
        assertThatThrownBy(() -> runner.check(request.build()))
                .isInstanceOf(SandboxRefusedException.class)
                .satisfies(e -> assertThat(e.getMessage()).contains(parts));
    }

    /** Keeps what it is given, and never ends it. */
    private static final class RecordingEngine implements SandboxEngine {

        private final List<Execution> executions = new ArrayList<>();
        private final List<String> choices = new ArrayList<>();

        @Override
        public String name() {
            return "recording";
        }

        @Override
        public void start() {}

        @Override
        public EngineProbe probe() {
            return new EngineProbe(name(), List.of(), Enforcement.none());
        }

        @Override
        public Set<Capability> capabilities() {
            return Set.of();
        }

        @Override
        public Interpreter interpreter(Language language, String choice) {
            choices.add(choice);
            return new Interpreter(language, Path.of("/opt/x", language.id()), "1.0", Set.of());
        }

        @Override
        public CompletableFuture<ExecutionResult> run(Execution execution) {
            executions.add(execution);
            return new CompletableFuture<>();
        }

        @Override
        public void close() {}
    }
}
