package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.CodeRunner;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Language;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.Isolation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Code of each language, by way of core. */
@Timeout(120)
class CodeTest {

    private static final Map<Language, String> HELLO = Map.of(
            Language.PYTHON, "import os\nprint('hello', os.getcwd(), os.getuid())",
            Language.JS, "console.log('hello', process.cwd(), process.getuid())",
            Language.SHELL, "echo hello $(pwd) $(id -u)");

    private static LocalEngine engine;
    private static CodeRunner runner;

    @BeforeAll
    static void start() {
        engine = new LocalEngine(EngineSettings.DEFAULTS);
        engine.start();
        runner = new CodeRunner(engine);
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    private static CompletableFuture<ExecutionResult> hello(CodeRunner with, Language language) {
        return with.run(CodeRequest.builder(language, HELLO.get(language)).build());
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void runs(Language language) throws Exception {
        for (int i = 0; i < 5; i++) {
            ExecutionResult result = hello(runner, language).get(30, TimeUnit.SECONDS);
            assertThat(result.stderr().text()).isEmpty();
            assertThat(result.stdout().text()).isEqualTo("hello /workspace 1000\n");
        }
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void runsManyAtOnce(Language language) throws Exception {
        List<CompletableFuture<ExecutionResult>> futures = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            futures.add(hello(runner, language));
        }
        for (CompletableFuture<ExecutionResult> future : futures) {
            assertThat(future.get(100, TimeUnit.SECONDS).stdout().text()).isEqualTo("hello /workspace 1000\n");
        }
    }

    @Test
    void runsWithoutIsolationToo() throws Exception {
        try (var bare = new LocalEngine(new EngineSettings(Isolation.NONE, Set.of(), Map.of()))) {
            bare.start();
            for (Language language : Language.values()) {
                ExecutionResult result = hello(new CodeRunner(bare), language).get(30, TimeUnit.SECONDS);
                assertThat(result.stderr().text()).isEmpty();
                assertThat(result.stdout().text()).startsWith("hello /").endsWith(" " + ProcFs.userId() + "\n");
            }
        }
    }
}
