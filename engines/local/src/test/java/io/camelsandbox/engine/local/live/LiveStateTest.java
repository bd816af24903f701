package io.camelsandbox.engine.local.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Language;
import io.camelsandbox.Limits;
import io.camelsandbox.OutputPolicy;
import io.camelsandbox.Stdin;
import io.camelsandbox.Termination;
import io.camelsandbox.sandbox.ExecRequest;
import io.camelsandbox.sandbox.Sandbox;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Code that finds what earlier code left, in a sandbox that stays. */
class LiveStateTest extends LiveTest {

    private static CodeRequest python(String code) {
        return CodeRequest.builder(Language.PYTHON, code).build();
    }

    private static CodeRequest js(String code) {
        return CodeRequest.builder(Language.JS, code).build();
    }

    private static String shown(ExecutionResult result) {
        assertThat(result.stderr().text()).isEmpty();
        assertThat(result.succeeded()).isTrue();
        return result.display().last("text/plain").orElseThrow().text();
    }

    @Test
    void bothLanguagesKeepTheirStateBesideEachOther() throws Exception {
        Sandbox sandbox = running();
        get(sandbox.runStateful(python("import math\nx = 40\ndef f(y): return math.floor(y) + x")));
        get(sandbox.runStateful(js("import fs from 'fs'; const x = 1; const later = async y => x + await y")));

        assertThat(shown(get(sandbox.runStateful(python("f(2.5)"))))).isEqualTo("42");
        assertThat(shown(get(sandbox.runStateful(js("await later(Promise.resolve(5))")))))
                .isEqualTo("6");
        assertThat(shown(get(sandbox.runStateful(js("fs.readdirSync('/').includes('workspace')")))))
                .isEqualTo("true");
        assertThat(get(sandbox.runCode(python("print('x' in dir())"))).stdout().text())
                .as("code without state has none")
                .isEqualTo("False\n");
        ExecutionResult result = get(sandbox.runStateful(python("import os; os.getcwd(), os.environ['HOME']")));
        assertThat(shown(result)).isEqualTo("('/workspace', '/home/sandbox')");
        assertThat(result.usage().wallTime()).isPositive();
        assertThat(result.engine()).isEqualTo("local");
    }

    @Test
    void filesAndStandardInputAreBroughtAndTaken() throws Exception {
        Sandbox sandbox = running();
        for (Language language : List.of(Language.PYTHON, Language.JS)) {
            String code = language == Language.PYTHON
                    ? "import sys\nopen('out.txt', 'w').write(open('in.txt').read() + sys.stdin.read())"
                    : "const io = require('fs'); io.writeFileSync('out.txt', io.readFileSync('in.txt', 'utf8')"
                            + " + io.readFileSync(0, 'utf8'))";
            ExecutionResult result = get(sandbox.runStateful(CodeRequest.builder(language, code)
                    .inputFiles(Map.of("in.txt", "in ".getBytes(StandardCharsets.UTF_8)))
                    .stdin(new Stdin.Bytes("put ü".getBytes(StandardCharsets.UTF_8)))
                    .outputFiles(List.of("out.txt"))
                    .build()));
            assertThat(result.stderr().text()).isEmpty();
            assertThat(new String(result.files().get(0).content(), StandardCharsets.UTF_8))
                    .isEqualTo("in put ü");
        }
        assertThat(get(sandbox.exec("/bin/sh", "-c", "until [ -z \"$(ls /code)\" ]; do sleep 0.05; done; echo gone")
                                .result())
                        .stdout()
                        .text())
                .isEqualTo("gone\n");
    }

    @Test
    void endsOfTheInterpreterAreToldAndTheNextIsFresh() throws Exception {
        Sandbox sandbox = running();
        get(sandbox.runStateful(python("x = 1")));
        assertThat(get(sandbox.runStateful(python("print('a'); exit(3)"))).exitCode())
                .isEqualTo(3);

        ExecutionResult killed = get(
                sandbox.runStateful(
                        python(
                                "print('kept')\nimport os, subprocess\nsubprocess.Popen(['sleep', '31416'])\nos.kill(os.getpid(), 9)")));
        assertThat(killed.termination()).isEqualTo(Termination.SIGNALED);
        assertThat(killed.exitCode()).isEqualTo(137);
        assertThat(killed.stdout().text()).isEqualTo("kept\n");

        ExecutionResult late = get(sandbox.runStateful(CodeRequest.builder(
                        Language.PYTHON, "print('kept')\nimport subprocess\nsubprocess.run(['sleep', '31416'])")
                .limits(Limits.DEFAULTS.withTimeout(Duration.ofSeconds(1)))
                .build()));
        assertThat(late.termination()).isEqualTo(Termination.TIMED_OUT);
        assertThat(late.exitCode()).isEqualTo(-1);
        assertThat(late.stdout().text()).isEqualTo("kept\n");

        ExecutionResult loud =
                get(sandbox.runStateful(CodeRequest.builder(Language.PYTHON, "while True: print('x' * 99)")
                        .limits(Limits.DEFAULTS.withOutput(1_000))
                        .outputPolicy(OutputPolicy.KILL)
                        .build()));
        assertThat(loud.termination()).isEqualTo(Termination.OUTPUT_LIMIT);
        assertThat(loud.stdout().bytes()).hasSize(1_000);

        assertThat(shown(get(sandbox.runStateful(python("'x' in dir()"))))).isEqualTo("False");
        assertThat(get(sandbox.exec(ExecRequest.of("/bin/sh", "-c", "cat /proc/[0-9]*/cmdline | tr '\\0' ' '"))
                                .result())
                        .stdout()
                        .text())
                .doesNotContain("31416");
    }

    @Test
    void theMemoryLimitOfTheSandboxEndsTheInterpreter() throws Exception {
        Sandbox sandbox = running();
        ExecutionResult result = get(sandbox.runStateful(python("x = []\nwhile True: x.append(bytearray(1 << 20))")));

        assertThat(result.succeeded()).isFalse();
        assertThat(shown(get(sandbox.runStateful(python("1"))))).isEqualTo("1");
    }

    @Test
    void executionsQueueInTheOrderTheyCame() throws Exception {
        Sandbox sandbox = running();
        get(sandbox.runStateful(python("seen = []")));
        CompletableFuture<ExecutionResult> last = null;
        for (int i = 0; i < 50; i++) {
            last = sandbox.runStateful(python("seen.append(" + i + ")\nlen(seen)"));
        }
        assertThat(shown(get(last))).isEqualTo("50");
        assertThat(shown(get(sandbox.runStateful(python("seen == list(range(50))")))))
                .isEqualTo("True");
    }

    @Test
    void theEndOfTheSandboxIsTheEndOfItsInterpreters() throws Exception {
        Sandbox sandbox = running();
        CompletableFuture<ExecutionResult> running =
                sandbox.runStateful(js("await new Promise(r => setTimeout(r, 60000))"));
        get(sandbox.runStateful(python("1")));
        get(sandbox.stop());

        assertThat(running.handle((result, problem) -> problem).get()).isNotNull();
        assertThat(sandbox.runStateful(python("1"))
                        .handle((result, problem) -> problem)
                        .get())
                .isNotNull();
    }
}
