package io.camelsandbox.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What allowed_modules lets user code import, and what it refuses. */
class PythonPolicyTest {

    @TempDir
    Path folder;

    private HarnessProcess process;

    @BeforeEach
    void prepare() throws Exception {
        process = new HarnessProcess(folder);
    }

    private HarnessProcess.Ended run(String code, String... modules) throws Exception {
        List<String> boot = List.of("/usr/bin/python3", "-I", "-B", process.bootstrap("python.py"));
        return process.harnessed(boot, "main.py", code, List.of(), List.of(modules));
    }

    @Test
    void anAllowedModuleWorksWithWhatItImportsItself() throws Exception {
        var ended = run("import json, csv\nprint(json.dumps([1]), csv.QUOTE_ALL)", "json", "csv");

        assertThat(ended).isEqualTo(new HarnessProcess.Ended(0, "[1] 1\n", ""));
    }

    @Test
    void whatTheInterpreterImportsOnBehalfOfTheCallerIsFree() throws Exception {
        assertThat(run("import time\nprint(time.strptime('2020', '%Y').tm_year)", "time")
                        .stdout())
                .isEqualTo("2020\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "import os",
                "from os import path",
                "import os.path as p",
                "__import__('os')",
                "exec('import os')",
                "eval('__import__(\"os\")')",
                "exec(compile('import os', 'x', 'exec'), {})",
                "exec('import os', {'__name__': 'json'})",
                "import importlib",
                "def f():\n    import os\nf()",
                "class A:\n    import os",
                "from importlib import import_module"
            })
    void anotherModuleIsRefusedByName(String code) throws Exception {
        var ended = run(code, "math", "json");

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.stderr())
                .containsPattern(
                        "ImportError: module '(os|os\\.path|importlib)' may not be imported: allowed_modules has only math, json")
                .doesNotContain("python_policy");
    }

    @Test
    void importlibIsJudgedToo() throws Exception {
        String code =
                "import importlib\nprint(importlib.import_module('json').dumps(1))\nimportlib.import_module('os')";
        var ended = run(code, "importlib", "json");

        assertThat(ended.stdout()).isEqualTo("1\n");
        assertThat(ended.stderr()).contains("module 'os' may not be imported");
    }

    @Test
    void aDottedNameAllowsItselfAndNotItsParent() throws Exception {
        assertThat(run("import os.path\nprint(os.path.basename('/a/b'))", "os.path")
                        .stdout())
                .isEqualTo("b\n");
        assertThat(run("from os import path\nprint(path.basename('/a/b'))", "os.path")
                        .stdout())
                .isEqualTo("b\n");
        assertThat(run("import os.path\nos.system('id')", "os.path").stderr()).contains("has no attribute 'system'");
        assertThat(run("from os import system", "os.path").stderr()).contains("module 'os' may not be imported");
        assertThat(run("import os.path\nprint(os.getpid() > 0)", "os").stdout()).isEqualTo("True\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "print(().__class__.__base__.__subclasses__())",
                "print(type(__loader__).__init__.__globals__)",
                "print(print.__self__.__import__('os'))",
                "print(globals()['__builtins__'])",
                "try: 1/0\nexcept Exception as e: print(e.__traceback__.tb_frame.f_globals)",
                "try: '{0.nope}'.format(print)\nexcept AttributeError as e: print(e.obj.__self__)",
                "print('{0.__class__.__base__.__subclasses__}'.format(1))",
                "class A: pass\nmatch (1).__class__:\n    case type(__base__=b): print(b)",
                "print(type(help).__call__.__globals__)",
                "print(getattr(print, '__se' + 'lf__'))",
                "exec('print(print.__self__)')",
                "print((lambda: 0).__code__)",
                "def g(): yield\nprint(g().gi_frame.f_back)",
                "import json\nprint(json.codecs.sys)",
                "import json\nprint(json.__dict__['codecs'])",
                "import json\nprint(vars(json))",
                "import json\nprint(getattr(json, 'codecs'))"
            })
    void whatLeadsFromAnObjectToTheInterpreterIsRefused(String code) throws Exception {
        var ended = run(code, "math", "json");

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.stdout()).isEmpty();
        assertThat(ended.stderr())
                .contains("ImportError")
                .contains("allowed_modules")
                .doesNotContain("python_policy");
    }

    @ParameterizedTest
    @ValueSource(strings = {"_original_import('os')", "_allowed.add('os')", "policy", "Policy", "install"})
    void nothingOfOursIsReachableByName(String code) throws Exception {
        assertThat(run(code, "math").stderr()).contains("NameError");
    }

    @Test
    void ordinaryCodeIsNotInTheWay() throws Exception {
        var ended = run("""
                from __future__ import annotations
                from dataclasses import dataclass
                from collections import namedtuple
                import asyncio

                @dataclass
                class Point:
                    x: int

                    def __add__(self, other):
                        return Point(self.x + other.x)

                class Child(Point):
                    def __init__(self):
                        super().__init__(1)

                async def answer():
                    return 5

                print(Point(1) + Point(2), Child().__class__.__name__, Child().__dict__, vars(Point(3)))
                print(namedtuple("N", "a b")(1, 2), asyncio.run(answer()), getattr(Point(4), "x"), "{0.x:>3}".format(Point(5)))
                """, "dataclasses", "collections", "asyncio");

        assertThat(ended.stderr()).isEmpty();
        assertThat(ended.stdout()).isEqualTo("Point(x=3) Child {'x': 1} {'x': 3}\nN(a=1, b=2) 5 4   5\n");
    }

    @Test
    void tracebacksAreThoseOfTheCodeAlone() throws Exception {
        var ended = run("def f():\n    raise ValueError('x')\n\nf()", "math");

        assertThat(ended.stderr())
                .contains("main.py\", line 4, in <module>")
                .contains("main.py\", line 2, in f")
                .doesNotContain("python.py")
                .doesNotContain("python_policy");
    }

    @Test
    void withoutTheOptionNothingIsRestricted() throws Exception {
        assertThat(run("import os, sys\nprint(sys.modules['os'] is os, print.__self__.__name__)")
                        .stdout())
                .isEqualTo("True builtins\n");
    }
}
