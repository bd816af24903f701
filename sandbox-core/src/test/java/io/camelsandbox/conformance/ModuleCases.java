package io.camelsandbox.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.Language;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which modules Python code may import. */
public interface ModuleCases {

    ConformanceKit kit();

    private Outcome allowing(List<String> modules, String code) {
        return kit().run(Language.PYTHON, code, request -> request.allowedModules(modules));
    }

    @Test
    default void anAllowedModuleWorks() {
        assertThat(allowing(List.of("math"), "import math; print(math.floor(2.5))")
                        .stdout())
                .isEqualTo("2\n");
        assertThat(allowing(List.of("json"), "import json; print(json.loads('[1]'))")
                        .stdout())
                .isEqualTo("[1]\n");
        assertThat(allowing(List.of("datetime"), "from datetime import date; print(date(2020, 1, 2))")
                        .stdout())
                .isEqualTo("2020-01-02\n");
        assertThat(allowing(List.of("decimal", "re"), "import re, decimal; print(re.sub('a', 'b', 'aa'))")
                        .stdout())
                .isEqualTo("bb\n");
    }

    @Test
    default void anotherModuleIsRefusedByName() {
        Outcome outcome = allowing(List.of("math"), "import math\nimport socket\nprint('imported')");

        assertThat(outcome.result().exitCode()).isEqualTo(1);
        assertThat(outcome.stdout()).isEmpty();
        assertThat(outcome.stderr()).contains("ImportError").contains("socket").contains("line 2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "from os import path",
                "import os.path",
                "import os as math",
                "__import__('os')",
                "__builtins__.__import__('os')",
                "exec('import os')",
                "import importlib; importlib.import_module('os')",
                "import sys; sys.modules['os']",
                "import builtins; builtins.__import__('os')",
                "math.__loader__.load_module('os')",
                "def f():\n    import os\nf()",
                "try:\n    import os\nexcept ImportError:\n    raise",
                "from math import *\nimport os"
            })
    default void theObviousWaysRoundAreClosed(String code) {
        Outcome outcome = allowing(List.of("math"), code + "\nprint('through')");

        assertThat(outcome.stdout()).doesNotContain("through");
        assertThat(outcome.result().exitCode()).isEqualTo(1);
    }

    @Test
    default void anErrorThatIsCaughtLetsTheCodeGoOn() {
        assertThat(allowing(List.of("math"), "try:\n    import os\nexcept ImportError:\n    print('no os')")
                        .stdout())
                .isEqualTo("no os\n");
    }

    @Test
    default void withoutAListEverythingMayBeImported() {
        assertThat(kit().python("import os, sys, socket, subprocess; print('all')")
                        .stdout())
                .isEqualTo("all\n");
    }

    @Test
    default void theFutureAndTheFirstLineAreTheCodesOwn() {
        Outcome outcome = allowing(List.of("math"), "from __future__ import annotations\nimport math\n1/0");

        assertThat(outcome.stderr()).contains("line 3").contains("ZeroDivisionError");
    }
}
