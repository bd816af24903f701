package io.camelsandbox.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
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

    @TestFactory
    Stream<DynamicTest> whatGoesRoundInALineOrTwoEndsThere() throws Exception {
        return Scripts.read("policy-escapes.txt")
                .map(script -> dynamicTest(script.replace('\n', ' '), () -> {
                    String[] modules = script.lines()
                            .findFirst()
                            .orElseThrow()
                            .substring(2)
                            .split(",");
                    var ended = run(script, modules);

                    assertThat(ended.exitCode()).isNotZero();
                    assertThat(ended.stderr())
                            .containsPattern("(?m)^(ImportError|KeyError|NameError|AttributeError)")
                            .doesNotContain("python_policy", "python_views");
                }));
    }

    @Test
    void namesThatModulesHaveAreFreeForTheCodesOwnObjects() throws Exception {
        var ended = run("""
                import sys, json, contextlib, io
                class Server:
                    def __init__(self):
                        self.socket, self.os, self.time, self.obj, self.format = None, "linux", 5, [1], "f"
                    def __getattribute__(self, name):
                        return super().__getattribute__(name)
                    def __setattr__(self, name, value):
                        object.__setattr__(self, name, value)
                s = Server()
                s.time += 1
                print(s.socket, s.os, s.time, s.obj[0], s.format, s.__dict__["os"], sorted(vars(s)))
                print("{0.os}-{1:>{2}}".format(s, 7, 3), str.format("{}", 1), "{a}".format_map({"a": 2}), f"{s.time:03}")
                print("a" in Server.__dict__, "__init__" in vars(Server), Server.__name__, type(s).__class__.__name__)
                try:
                    json.loads("{")
                except json.JSONDecodeError as e:
                    print(type(e).__name__, e.lineno, e.__traceback__ is not None)
                match s:
                    case Server(time=t, obj=[o]):
                        print(t, o)
                with contextlib.redirect_stdout(io.StringIO()) as text:
                    print("hidden")
                print(text.getvalue(), sys.stdout is sys.__stdout__, json.__name__, json.__doc__[:4], isinstance(json, type(sys)))
                exec("y = 2"); print(eval(" y + 1"), eval("a", {"a": 4}), sorted(vars().keys())[-1])
                from math import *
                print(floor(pi), hasattr(s, "nothing"), getattr(s, "nothing", "default"))
                """, "sys", "json", "contextlib", "io", "math");

        assertThat(ended.stderr()).isEmpty();
        assertThat(ended.stdout()).isEqualTo("""
                None linux 6 1 f linux ['format', 'obj', 'os', 'socket', 'time']
                linux-  7 1 2 006
                False True Server type
                JSONDecodeError 1 True
                6 1
                hidden
                 True json JSON True
                3 4 y
                3 False default
                """);
    }

    @Test
    void aModuleOfTheCodesOwnIsJudgedByItsNameAndImportsFreely() throws Exception {
        process.code("helper.py", "import os");
        String code = "import sys\nsys.path.append('" + folder + "')\nimport helper\nprint(helper.__name__)\nhelper.os";
        var ended = run(code, "sys", "helper");

        assertThat(ended.stdout()).isEqualTo("helper\n");
        assertThat(ended.stderr()).contains("module 'os' may not be imported");
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
