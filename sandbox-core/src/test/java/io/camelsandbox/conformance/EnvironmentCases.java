package io.camelsandbox.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.Language;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which variables a run has. */
public interface EnvironmentCases {

    ConformanceKit kit();

    /** Code that prints its variables as NAME=value lines. */
    static String print(Language language) {
        return switch (language) {
            case PYTHON -> "import os\nfor k, v in sorted(os.environ.items()): print(k + '=' + v)";
            case JS -> "for (const k of Object.keys(process.env).sort()) console.log(k + '=' + process.env[k])";
            case SHELL -> "/usr/bin/env | sort";
        };
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    default void onlyTheShortListIsThere(Language language) {
        Outcome outcome = kit().run(language, print(language), request -> request);

        assertThat(outcome.stdout().lines().map(line -> line.substring(0, line.indexOf('='))))
                .isSubsetOf("PATH", "LANG", "TZ", "HOME", "TMPDIR", "PWD", "SHLVL", "_", "LC_CTYPE", "LC_ALL")
                .contains("PATH", "LANG", "TZ", "HOME", "TMPDIR");
        assertThat(outcome.stdout()).contains("TZ=UTC\n", "LANG=C.UTF-8\n", "HOME=/home/sandbox\n");
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    default void whatIsGivenIsThere(Language language) {
        Outcome outcome = kit().run(
                        language, print(language), request -> request.env(Map.of("GIVEN", "a b", "TZ", "Asia/Tokyo")));

        assertThat(outcome.stdout()).contains("GIVEN=a b\n", "TZ=Asia/Tokyo\n");
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    default void whatIsInheritedIsThereAndNothingElse(Language language) {
        String name = System.getenv().keySet().stream()
                .filter(key -> key.matches("[A-Z]{4,}")
                        && !List.of("PATH", "HOME", "LANG", "SHLVL").contains(key))
                .filter(key -> System.getenv(key).matches("[\\x20-\\x7e]+"))
                .sorted()
                .findFirst()
                .orElse("USER");

        Outcome outcome = kit().run(language, print(language), request -> request.inheritEnv(List.of(name)));

        if (System.getenv(name) != null) {
            assertThat(outcome.stdout()).contains(name + "=");
        }
        assertThat(outcome.stdout().lines()).hasSizeLessThanOrEqualTo(12);
    }

    @Test
    default void whatActsAtAnInterpretersStartActs() {
        assertThat(kit().run(
                                Language.PYTHON,
                                "import time; print(time.tzname[0])",
                                request -> request.env(Map.of("TZ", "Asia/Tokyo")))
                        .stdout())
                .isEqualTo("JST\n");
        assertThat(kit().run(
                                Language.JS,
                                "console.log(new Date(0).getHours())",
                                request -> request.env(Map.of("TZ", "Asia/Tokyo")))
                        .stdout())
                .isEqualTo("9\n");
    }

    @Test
    default void theHomeAndTemporaryFoldersCanBeWritten() {
        assertThat(kit().shell("echo x >\"$HOME/f\" && echo y >\"$TMPDIR/f\" && cat \"$HOME/f\" \"$TMPDIR/f\"")
                        .stdout())
                .isEqualTo("x\ny\n");
    }

    @Test
    default void childrenOfTheCodeSeeTheSameVariables() {
        assertThat(kit().run(
                                Language.PYTHON,
                                "import subprocess; print(subprocess.check_output('echo $GIVEN', shell=True, text=True))",
                                request -> request.env(Map.of("GIVEN", "value")))
                        .stdout())
                .isEqualTo("value\n\n");
        assertThat(kit().run(
                                Language.JS,
                                "console.log(require('child_process').execSync('echo $GIVEN') + '')",
                                request -> request.env(Map.of("GIVEN", "value")))
                        .stdout())
                .isEqualTo("value\n\n");
    }

    @Test
    default void valuesAreNotInTheArgumentsOfAnyProcess() {
        Outcome outcome = kit().run(
                        Language.PYTHON,
                        "import glob\nfor p in glob.glob('/proc/[0-9]*/cmdline'): print(open(p, 'rb').read())",
                        request -> request.env(Map.of("SECRET_ONE", "classified-one"))
                                .args(List.of("classified-two")));

        assertThat(outcome.stdout()).doesNotContain("classified-one");
        assertThat(outcome.stdout()).doesNotContain("classified-two");
    }
}
