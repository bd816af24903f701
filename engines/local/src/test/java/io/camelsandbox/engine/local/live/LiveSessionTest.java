package io.camelsandbox.engine.local.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.Language;
import io.camelsandbox.Termination;
import io.camelsandbox.sandbox.FunctionException;
import io.camelsandbox.sandbox.PythonFunction;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.SandboxFilter;
import io.camelsandbox.sandbox.SandboxSession;
import io.camelsandbox.sandbox.SandboxStatus;
import io.camelsandbox.sandbox.WaitOutcome;
import io.camelsandbox.sandbox.Waiting;
import io.camelsandbox.sandbox.spec.SandboxDefaults;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sessions, functions, code and waiting on many, on sandboxes that are real. */
class LiveSessionTest extends LiveTest {

    private SandboxSession session(String tag) {
        return sandboxes()
                .session(SandboxDefaults.of(SandboxSpec.builder().tags(tag).build()));
    }

    @Test
    void closingASessionStopsAllItHolds() throws Exception {
        Sandbox made;
        Sandbox adopted = running();
        try (SandboxSession session = session("session")) {
            made = get(get(session.run(SandboxSpec.builder().build())).waitUntilRunning());
            session.adopt(adopted);
            assertThat(session.sandboxCount()).isEqualTo(2);
            assertThat(get(session.list(SandboxFilter.ACTIVE))).hasSize(1);
        }
        assertThat(made.status().orElseThrow().terminal()).isTrue();
        assertThat(adopted.status().orElseThrow().terminal()).isTrue();
    }

    @Test
    void aFunctionIsCalledWithJsonAndRaisesWhatItRaises() throws Exception {
        try (SandboxSession session = session("function")) {
            var function = session.function(
                    SandboxSpec.builder().build(),
                    PythonFunction.of(
                            "add",
                            "def add(a, b=1):\n    if a == 'no':\n        raise ValueError('not this')\n    return {'sum': a + b}\n"));
            assertThat(get(function.call(2, 3)).toString()).isEqualTo("{sum=5}");
            assertThat(get(function.call(List.of(2), Map.of("b", 40))).toString())
                    .isEqualTo("{sum=42}");
            assertThatThrownBy(() -> get(function.call("no")))
                    .cause()
                    .isInstanceOfSatisfying(FunctionException.class, e -> {
                        assertThat(e.exceptionType()).contains("ValueError");
                        assertThat(e.exceptionMessage()).contains("not this");
                    });
            assertThat(get(Waiting.all(function.map(List.of(List.of(1), List.of(2))))))
                    .hasSize(2);
        }
    }

    @Test
    void codeOfALanguageRunsInIt() throws Exception {
        Sandbox sandbox = running();
        var first = get(sandbox.runCode(
                CodeRequest.builder(Language.PYTHON, "open('/workspace/kept', 'w').write('1')\nprint(6 * 7)")
                        .build()));
        assertThat(first.stdout().text()).isEqualTo("42\n");
        assertThat(first.termination()).isEqualTo(Termination.EXITED);
        assertThat(get(sandbox.runCode(
                                CodeRequest.builder(Language.SHELL, "cat kept").build()))
                        .stdout()
                        .text())
                .isEqualTo("1");
        assertThat(get(sandbox.runCode(CodeRequest.builder(Language.JS, "console.log(1 + 1)")
                                .build()))
                        .stdout()
                        .text())
                .isEqualTo("2\n");
    }

    @Test
    void manyAreWaitedFor() throws Exception {
        Sandbox sandbox = running();
        var slow = sandbox.exec("sleep", "1000").result();
        var fast = sandbox.exec("true").result();
        WaitOutcome<?> outcome = get(Waiting.first(1, Duration.ofSeconds(20), List.of(slow, fast)));
        assertThat(outcome.done()).hasSize(1);
        assertThat(outcome.pending()).hasSize(1);
        assertThat(get(sandbox.refreshStatus())).isEqualTo(SandboxStatus.RUNNING);
        assertThat(sandbox.execStats().toString()).contains("2");
    }
}
