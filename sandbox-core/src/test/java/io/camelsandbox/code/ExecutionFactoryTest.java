package io.camelsandbox.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.Enforcement;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Interpreter;
import io.camelsandbox.Language;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.EngineProbe;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.Program;
import io.camelsandbox.engine.SandboxEngine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused before anything starts, and what an engine is given. */
class ExecutionFactoryTest {

    private static final Map<String, String> OWN =
            Map.of("HOME", "/home/op", "API_TOKEN", "s3cret", "APP_MODE", "x", "LC_TIME", "de", "PATH", "/opt/bin");

    private final ExecutionFactory factory = new ExecutionFactory(new NoEngine(), OWN);

    private static CodeRequest.Builder python(String code) {
        return CodeRequest.builder(Language.PYTHON, code);
    }

    private Execution create(CodeRequest.Builder request) {
        return factory.create(request.build());
    }

    private static String onlyFile(Execution execution) {
        return new String(execution.codeFiles().values().iterator().next(), StandardCharsets.UTF_8);
    }

    private void assertRefused(CodeRequest.Builder request, String... parts) {
        assertThatThrownBy(() -> create(request))
                .isInstanceOf(SandboxRefusedException.class)
                .satisfies(e -> assertThat(e.getMessage()).contains(parts).doesNotContain("s3cret"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   \n", "\uFEFF", "\t\r\n"})
    void blankCodeIsRefused(String code) {
        assertRefused(python(code), "code is empty");
    }

    @ParameterizedTest
    @EnumSource
    void codeThatNoFileCanHoldIsRefused(Language language) {
        assertRefused(CodeRequest.builder(language, "a\u0000b"), "code", "NUL");
        assertRefused(CodeRequest.builder(language, "x = '\uD800'"), "code", "surrogate");
    }

    @Test
    void codeMayBeAsLargeAsTheLimitAndNoLarger() {
        String largest = "#" + "a".repeat((2 << 20) - 1);

        assertThat(onlyFile(create(python(largest)))).hasSize(2 << 20);
        assertRefused(python(largest + "a"), "2097153", "2097152");
    }

    @Test
    void theCodeIsGivenAsItIs() {
        assertThat(onlyFile(create(python("if 1:\n\tprint('é {{x}} ${y}')\r\n"))))
                .isEqualTo("if 1:\n\tprint('é {{x}} ${y}')\r\n");
        assertThat(onlyFile(create(python("\uFEFFprint(1)")))).isEqualTo("print(1)");
        assertThat(onlyFile(create(CodeRequest.builder(Language.SHELL, "echo one\r\necho two\r\n"))))
                .isEqualTo("echo one\necho two\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"A=B", "", "1A", "a b", "X\u0000Y", "A\nB", "é"})
    void aNameThatIsNoVariableIsRefused(String name) {
        assertRefused(python("1").env(Map.of(name, "s3cret")), "env name");
    }

    @Test
    void aValueThatCannotBeOneIsRefusedWithoutBeingNamed() {
        assertRefused(python("1").env(Map.of("TOKEN", "s3cret\u0000")), "TOKEN", "NUL");
        assertRefused(CodeRequest.builder(Language.SHELL, "true").env(Map.of("BIG", "s3cret".repeat(40_000))), "BIG");
    }

    @Test
    void onlyAFewVariablesAreThereUnlessTheyAreInheritedByName() {
        Program none = create(CodeRequest.builder(Language.SHELL, "env")).program();
        Program some = create(CodeRequest.builder(Language.SHELL, "env").inheritEnv(List.of("APP_*", "LC_TIME")))
                .program();
        Program all = create(CodeRequest.builder(Language.SHELL, "env").inheritEnv(List.of("*")))
                .program();

        assertThat(none.env())
                .containsOnlyKeys("PATH", "LANG", "TZ", "HOME", "TMPDIR")
                .containsEntry("HOME", "/home/sandbox");
        assertThat(some.env())
                .containsEntry("APP_MODE", "x")
                .containsEntry("LC_TIME", "de")
                .doesNotContainKey("API_TOKEN");
        assertThat(all.env()).containsEntry("API_TOKEN", "s3cret").containsEntry("HOME", "/home/sandbox");
    }

    @Test
    void variablesThatActAtTheStartOfAnInterpreterAreThereWhenItStarts() {
        Program program = create(python("1").env(Map.of("PYTHONHASHSEED", "0", "GREETING", "hi")))
                .program();

        assertThat(program.env()).containsEntry("PYTHONHASHSEED", "0").doesNotContainKey("GREETING");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../../etc/cron.d/x",
                "/etc/x",
                "a/../../x",
                "..\\x",
                "a\u0000b",
                "C:\\x",
                "./.",
                "dir/",
                " x",
                "\u202e.txt",
                "",
                "a//b",
                "a\nb",
                "x "
            })
    void aFileNameThatIsNoPlainRelativePathIsRefused(String name) {
        assertRefused(python("1").inputFiles(Map.of(name, new byte[0])), "input file");
        assertRefused(python("1").outputFiles(List.of(name)), "output file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"relative", "/a/../b", "/a\u0000b"})
    void aWorkingDirThatIsNoAbsolutePathIsRefused(String folder) {
        assertRefused(python("1").workingDir(folder), "working_dir");
    }

    @Test
    void argumentsAreTakenLiterallyAndMayLookLikeOptions() {
        var program = create(CodeRequest.builder(Language.SHELL, "true").args(List.of("-c", "--", "-e id", "")))
                .program();

        assertThat(program.argv()).endsWith("-c", "--", "-e id", "");
    }

    @Test
    void modulesAreNamesAndForPythonOnly() {
        assertRefused(python("1").allowedModules(List.of("os; import sys")), "allowed_modules");
        assertRefused(CodeRequest.builder(Language.JS, "1").allowedModules(List.of("fs")), "python only");
    }

    @Test
    void nothingOfARequestIsInItsText() {
        Execution execution =
                create(python("s3cret()").env(Map.of("A", "s3cret")).args(List.of("s3cret")));

        assertThat(execution.toString() + execution.program() + python("s3cret").build())
                .doesNotContain("s3cret");
        assertThat(execution.program().argv().toString() + execution.program().env())
                .doesNotContain("s3cret");
    }

    /** Has interpreters, and runs nothing. */
    private static final class NoEngine implements SandboxEngine {
        @Override
        public String name() {
            return "none";
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
            return new Interpreter(language, Path.of("/usr/bin/" + language.id()), "", Set.of());
        }

        @Override
        public CompletableFuture<ExecutionResult> run(Execution execution) {
            throw new AssertionError("nothing may run");
        }

        @Override
        public void close() {}
    }
}
