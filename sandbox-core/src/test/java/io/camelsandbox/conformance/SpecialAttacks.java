package io.camelsandbox.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.Language;
import io.camelsandbox.SandboxRefusedException;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Attacks that are no single run: lists of names, variables, values. */
final class SpecialAttacks {

    private static final Map<String, BiFunction<Attack, ConformanceKit, String>> BY_ID = Map.of(
            "FS-13", SpecialAttacks::fileNames,
            "ENC-07", SpecialAttacks::loneSurrogate,
            "ENC-11", SpecialAttacks::variableNames,
            "ENC-13", SpecialAttacks::variableValues);

    private static final int HUGE = 200 * 1024;

    private SpecialAttacks() {}

    static boolean has(String id) {
        return BY_ID.containsKey(id);
    }

    static String run(Attack attack, ConformanceKit kit) {
        return BY_ID.get(attack.id()).apply(attack, kit);
    }

    private static String fileNames(Attack attack, ConformanceKit kit) {
        List<?> names = (List<?>) Json.parse(attack.code());
        for (Object name : names) {
            Outcome outcome = kit.run(
                    Language.SHELL, "echo ran", request -> request.inputFiles(Map.of((String) name, new byte[1])));
            assertThat(outcome.failure()).as("name %s", name).isInstanceOf(SandboxRefusedException.class);
            assertThat(outcome.failure().getMessage())
                    .as("names the file, and no raw control character")
                    .contains("'")
                    .doesNotContainPattern("[\\p{Cntrl}\\u202e]");
        }
        return "refused";
    }

    private static String loneSurrogate(Attack attack, ConformanceKit kit) {
        assertThat(kit.python(attack.code()).stdout()).isEqualTo("b'\\xed\\xa0\\x80'\n");
        Outcome outcome = kit.python("print('" + Character.MIN_HIGH_SURROGATE + "')");
        assertThat(outcome.failure()).isInstanceOf(SandboxRefusedException.class);
        return "refused";
    }

    private static String variableNames(Attack attack, ConformanceKit kit) {
        Json.object(attack.code()).forEach((name, value) -> {
            for (Language language : Language.values()) {
                Outcome outcome = kit.run(language, ":", request -> request.env(Map.of(name, (String) value)));
                assertThat(outcome.failure()).as("variable '%s'", name).isInstanceOf(SandboxRefusedException.class);
                assertThat(outcome.failure().getMessage()).doesNotContain("\0");
            }
        });
        return "refused";
    }

    private static String variableValues(Attack attack, ConformanceKit kit) {
        String value = (String) Json.object(attack.code()).get("V");
        String python = "import os,sys; sys.stdout.write(os.environ['V'])";
        String js = "process.stdout.write(process.env.V)";
        for (String wanted : List.of(value, "", " ", "é€😀", "a=b=c", "$(id)`id`")) {
            Map<String, String> env = Map.of("V", wanted);
            assertThat(kit.run(Language.PYTHON, python, request -> request.env(env))
                            .stdout())
                    .isEqualTo(wanted);
            assertThat(kit.run(Language.JS, js, request -> request.env(env)).stdout())
                    .isEqualTo(wanted);
            assertThat(kit.run(Language.SHELL, "printf %s \"$V\"", request -> request.env(env))
                            .stdout())
                    .isEqualTo(wanted);
        }
        Map<String, String> huge = Map.of("V", "v".repeat(HUGE));
        for (Language language : List.of(Language.PYTHON, Language.SHELL)) {
            Outcome outcome = kit.run(
                    language,
                    language == Language.PYTHON ? "import os; print(len(os.environ['V']))" : "echo ${#V}",
                    request -> request.env(huge));
            if (outcome.error() == null) {
                assertThat(outcome.stdout()).isEqualTo(HUGE + "\n");
            } else {
                assertThat(outcome.failure().getMessage()).contains("V").containsPattern("131,?07");
            }
        }
        return "exited";
    }
}
