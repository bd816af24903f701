package io.camelsandbox.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.Guarantee;
import io.camelsandbox.Language;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.Termination;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a result says. */
public interface ResultCases {

    ConformanceKit kit();

    /** Code that prints hello, in each language. */
    static String hello(Language language) {
        return switch (language) {
            case PYTHON -> "print('hello')";
            case JS -> "console.log('hello')";
            case SHELL -> "echo hello";
        };
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    default void printsHello(Language language) {
        Outcome outcome = kit().run(language, hello(language), request -> request);

        assertThat(outcome.stdout()).isEqualTo("hello\n");
        assertThat(outcome.stderr()).isEmpty();
        assertThat(outcome.result().succeeded()).isTrue();
        assertThat(outcome.result().signal()).isEmpty();
        assertThat(outcome.result().engine()).isEqualTo(kit().engine().name());
        assertThat(outcome.result().usage().wallTime()).isPositive();
        assertThat(outcome.result().usage().wallTime()).isLessThanOrEqualTo(outcome.elapsed());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 126, 127, 128, 130, 134, 137, 139, 143, 255})
    default void anExitCodeThatWasChosenIsNoKill(int code) {
        Outcome outcome = kit().shell("exit " + code);

        assertThat(outcome.ending()).isEqualTo("exited");
        assertThat(outcome.result().exitCode()).isEqualTo(code);
        assertThat(outcome.result().signal()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, 129", "2, 130", "6, 134", "9, 137", "11, 139", "15, 143"})
    default void aSignalIsNamed(int signal, int code) {
        Outcome outcome = kit().shell("echo before; kill -" + signal + " $$; echo after");

        assertThat(outcome.ending()).isEqualTo("signaled");
        assertThat(outcome.result().exitCode()).isEqualTo(code);
        assertThat(outcome.result().signal()).hasValue(signal);
        assertThat(outcome.stdout()).isEqualTo("before\n");
    }

    @Test
    default void anErrorOfTheLanguageIsAResult() {
        assertThat(kit().python("raise ValueError('no')").result().exitCode()).isEqualTo(1);
        assertThat(kit().python("def (").result().exitCode()).isEqualTo(1);
        assertThat(kit().js("throw new Error('no')").result().exitCode()).isEqualTo(1);
        assertThat(kit().js("let = = 1").result().exitCode()).isNotZero();
        assertThat(kit().shell("no_such_command").result().exitCode()).isEqualTo(127);
    }

    @Test
    default void linesOfATracebackAreThoseOfTheCode() {
        assertThat(kit().python("x = 1\ny = 2\nraise ValueError('third')").stderr())
                .contains("line 3");
        assertThat(kit().js("let x = 1\nlet y = 2\nthrow new Error('third')").stderr())
                .containsPattern("main\\.\\w+:3");
        assertThat(kit().shell("true\ntrue\nno_such_command").stderr()).containsPattern("(^|[^0-9])3:|line 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n", "\t \r\n", "\uFEFF", "\uFEFF \n"})
    default void emptyCodeIsRefused(String code) {
        for (Language language : Language.values()) {
            assertThat(kit().run(language, code, request -> request).failure())
                    .isInstanceOf(SandboxRefusedException.class);
        }
    }

    @Test
    default void argumentsArriveAsTheyAre() {
        List<String> args =
                List.of("", " ", "a b", "\"q\"", "it's", "*", "$HOME", "`id`", "a;b", "--", "-c", "\n", "é😀");
        String expected = String.join("|", args) + "|";

        assertThat(kit().run(
                                Language.PYTHON,
                                "import sys; sys.stdout.write(''.join(a + '|' for a in sys.argv[1:]))",
                                request -> request.args(args))
                        .stdout())
                .isEqualTo(expected);
        assertThat(kit().run(
                                Language.JS,
                                "process.stdout.write(process.argv.slice(2).map(a => a + '|').join(''))",
                                request -> request.args(args))
                        .stdout())
                .isEqualTo(expected);
        assertThat(kit().run(Language.SHELL, "printf '%s|' \"$@\"", request -> request.args(args))
                        .stdout())
                .isEqualTo(expected);
    }

    @Test
    default void everySandboxHasAnIdOfItsOwn() {
        var ids = new HashSet<String>();
        for (int i = 0; i < 5; i++) {
            ids.add(kit().shell(":").result().sandboxId());
        }

        assertThat(ids).hasSize(5);
    }

    @Test
    default void theEnforcementOfARunIsThatOfTheProbe() {
        var enforcement = kit().shell(":").result().enforcement();

        for (Guarantee guarantee : Guarantee.values()) {
            assertThat(enforcement.level(guarantee)).as(guarantee.id()).isEqualTo(kit().level(guarantee));
        }
    }

    @Test
    default void processorTimeAndMemoryAreMeasured() {
        var usage = kit().python("x = bytearray(60_000_000)\nfor i in range(3_000_000): pass")
                .result()
                .usage();

        assertThat(usage.cpuTime()).isPositive();
        usage.peakMemory().ifPresent(peak -> assertThat(peak).isBetween(50_000_000L, 600_000_000L));
    }

    @Test
    default void aResultSaysNothingOfTheOutputInItsText() {
        var result = kit().shell("echo classified; echo classified >&2").result();

        assertThat(result.toString() + result.stdout() + result.stderr()).doesNotContain("classified");
    }

    @Test
    default void aMissingWorkingFolderIsRefusedBeforeAnythingRuns() {
        for (Language language : Language.values()) {
            for (String folder : List.of("/nowhere", "/etc/passwd", "/root/.ssh")) {
                Outcome outcome = kit().run(language, hello(language), request -> request.workingDir(folder));
                assertThat(outcome.failure()).isInstanceOf(SandboxRefusedException.class);
                assertThat(outcome.failure().getMessage()).contains(folder);
            }
        }
    }

    @Test
    default void aWorkingFolderIsWhereTheCodeStarts() {
        assertThat(kit().shell("pwd").stdout()).isEqualTo("/workspace\n");
        assertThat(kit().run(Language.SHELL, "pwd", request -> request.workingDir("/tmp"))
                        .stdout())
                .isEqualTo("/tmp\n");
        assertThat(kit().run(
                                Language.PYTHON,
                                "import os; print(os.getcwd())",
                                request -> request.workingDir("/usr/lib"))
                        .stdout())
                .isEqualTo("/usr/lib\n");
        assertThat(kit().run(Language.JS, "console.log(process.cwd())", request -> request.workingDir("/tmp"))
                        .stdout())
                .isEqualTo("/tmp\n");
    }

    @Test
    default void resultsAreResultsHoweverTheyEnd() {
        assertThat(kit().shell("exit 3").result().termination()).isEqualTo(Termination.EXITED);
        assertThat(kit().shell("exit 3").result().succeeded()).isFalse();
    }
}
