package io.camelsandbox.sandbox.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.DisplayPart;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Termination;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Python with state, as real processes without a sandbox. */
@Timeout(120)
class PythonStateTest {

    @TempDir
    private Path folder;

    private Bench python;

    @BeforeEach
    void start() throws IOException {
        python = Bench.python(folder);
    }

    @AfterEach
    void end() {
        python.close();
    }

    @Test
    void namesImportsAndDefinitionsStay() {
        python.out("import math\nx = 2\ndef f(y):\n    return math.floor(y) + x\nclass C:\n    pass\n");

        assertThat(python.out("print(f(40.5), C.__name__)")).isEqualTo("42 C\n");
        assertThat(python.out("x = 3; print(f(40.5))")).isEqualTo("43\n");
        assertThat(python.processes()).hasSize(1);
    }

    @Test
    void theLastExpressionIsShown() {
        assertThat(python.shown("x = 20\nx + 1")).isEqualTo("21");
        assertThat(python.shown("'text'")).isEqualTo("'text'");
        assertThat(python.shown("None")).isEqualTo("nothing");
        assertThat(python.shown("x = 1")).isEqualTo("nothing");
        assertThat(python.shown("1\n2\nx = 3")).isEqualTo("nothing");
        assertThat(python.shown("def f():\n    return 1\nf()")).isEqualTo("1");
    }

    @Test
    void plainDataIsShownAsJsonToo() {
        ExecutionResult result = python.run("{'a': [1, 2.5, None, 'ü']}");

        assertThat(result.display().parts())
                .extracting(DisplayPart::type)
                .containsExactly("text/plain", "application/json");
        assertThat(result.display().last("application/json").orElseThrow().text())
                .isEqualTo("{\"a\": [1, 2.5, null, \"\\u00fc\"]}");
        assertThat(python.run("{'a': {1, 2}}").display().parts()).hasSize(1);
    }

    @Test
    void representationsOfAValueBelongTogether() {
        ExecutionResult result = python.run("""
                class Rich:
                    def __repr__(self): return "plain"
                    def _repr_html_(self): return "<b>ö</b>"
                    def _repr_svg_(self): return "<svg/>"
                    def _repr_png_(self): return b"\\x89PNG"
                    def _repr_json_(self): return {"a": 1}
                    def _repr_latex_(self): return None
                class Bundle:
                    def _repr_mimebundle_(self, include=None, exclude=None):
                        return {"text/plain": "b", "text/html": "<i/>", "image/png": "iVBORw=="}, {}
                display(Rich(), Bundle)
                display({"text/markdown": "# x", "image/svg+xml": "<svg/>"}, raw=True)
                Bundle()
                """);

        assertThat(result.stderr().text()).isEmpty();
        assertThat(result.display().parts())
                .extracting(part -> part.value() + " " + part.type() + " " + part.content().length)
                .containsExactly(
                        "0 text/plain 5",
                        "0 text/html 9",
                        "0 image/svg+xml 6",
                        "0 image/png 4",
                        "0 application/json 8",
                        "1 text/plain 25",
                        "2 text/markdown 3",
                        "2 image/svg+xml 6",
                        "3 text/plain 1",
                        "3 text/html 4",
                        "3 image/png 4");
        assertThat(result.display().truncated()).isFalse();
    }

    @Test
    void aRepresentationThatFailsIsToldAndLeftOut() {
        ExecutionResult result = python.run(
                "class R:\n    def _repr_html_(self): raise ValueError('bad')\n    def __repr__(self): return 'r'\nR()");

        assertThat(result.exitCode()).isZero();
        assertThat(result.stderr().text()).contains("ValueError: bad");
        assertThat(result.display().parts()).extracting(DisplayPart::text).containsExactly("r");
    }

    @Test
    void anExceptionIsAResultAndEndsNothing() {
        python.out("x = 5\ndef f():\n    raise KeyError('k')\n");
        ExecutionResult result = python.run("print('before')\nf()\nprint('after')");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.termination()).isEqualTo(Termination.EXITED);
        assertThat(result.stdout().text()).isEqualTo("before\n");
        assertThat(result.stderr().text()).isEqualTo("""
                        Traceback (most recent call last):
                          File "<execution 2>", line 2, in <module>
                            f()
                          File "<execution 1>", line 3, in f
                            raise KeyError('k')
                        KeyError: 'k'
                        """);
        assertThat(python.shown("x")).isEqualTo("5");
        assertThat(python.run("raise KeyboardInterrupt").exitCode()).isEqualTo(1);
        assertThat(python.shown("x")).isEqualTo("5");
    }

    @Test
    void codeThatIsNoPythonIsToldOf() {
        ExecutionResult result = python.run("x = 1\ny = = 2\n");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.stderr().text())
                .contains("File \"<execution 1>\", line 2", "y = = 2", "SyntaxError: invalid syntax")
                .doesNotContain("python_state");
        assertThat(python.run("\0".replace('\0', '\u0001')).exitCode()).isEqualTo(1);
        assertThat(python.shown("1")).isEqualTo("1");
    }

    @Test
    void exitEndsTheInterpreterWithItsCode() {
        python.out("x = 1\nimport atexit\natexit.register(print, 'bye')");
        ExecutionResult result = python.run("display(7)\nprint('out')\nimport sys\nsys.exit(3)");

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.termination()).isEqualTo(Termination.EXITED);
        assertThat(result.stdout().text()).isEqualTo("out\nbye\n");
        assertThat(result.display().parts()).extracting(DisplayPart::text).containsExactly("7");

        assertThat(python.shown("'x' in dir()")).isEqualTo("False");
        assertThat(python.processes()).hasSize(2);
        assertThat(python.run("exit('reason')").stderr().text()).isEqualTo("reason\n");
        assertThat(python.run("import os; print('kept'); os._exit(7)").exitCode())
                .isEqualTo(7);
        assertThat(python.ends()).isEqualTo(3);
    }

    @Test
    void standardInputIsOfOneExecution() throws IOException {
        assertThat(python.out("import sys; print(repr(sys.stdin.read()))")).isEqualTo("''\n");
        python.stdin("one\ntwo ü\n");
        assertThat(python.out("print(input()); print(sys.stdin.read(), end='')"))
                .isEqualTo("one\ntwo ü\n");
        assertThat(python.out("print(input())")).isEqualTo("one\n");
        python.noStdin();
        assertThat(python.run("input()").stderr().text()).contains("EOFError");
    }

    @Test
    void argumentsVariablesAndFolderAreGiven() throws IOException {
        Path below = Files.createDirectory(folder.resolve("below"));
        python.args("a", "ü").variables("GIVEN=va=lue");
        assertThat(python.out("import sys, os; print(sys.argv[1:], os.environ['GIVEN'], os.getcwd())"))
                .isEqualTo("['a', 'ü'] va=lue " + folder + "\n");
        python.args().variables();
        assertThat(python.out("print(sys.argv[1:], os.environ['GIVEN'])")).isEqualTo("[] va=lue\n");
        python.enter(below);
        assertThat(python.out("print(os.getcwd())")).isEqualTo(below + "\n");
        python.enter(folder.resolve("missing"));
        ExecutionResult missing = python.run("print(1)");
        assertThat(missing.exitCode()).isEqualTo(1);
        assertThat(missing.stderr().text()).contains("No such file");
    }

    @Test
    void futureStatementsStay() {
        python.out("from __future__ import annotations");

        assertThat(python.out("def f(x: missing): pass\nprint(f.__annotations__)"))
                .isEqualTo("{'x': 'missing'}\n");
    }

    @Test
    void allowedModulesHoldInEveryExecution() {
        python.modules("math");
        assertThat(python.shown("import math\nmath.floor(1.5)")).isEqualTo("1");

        ExecutionResult refused = python.run("import os");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.stderr().text()).isEqualTo("""
                        Traceback (most recent call last):
                          File "<execution 2>", line 1, in <module>
                            import os
                        ImportError: module 'os' may not be imported: allowed_modules has only math
                        """);
        assertThat(python.run("().__class__.__base__").stderr().text()).contains("refused while that is set");
        assertThat(python.run("display.__globals__").stderr().text()).contains("refused while that is set");
        assertThat(python.shown("math.ceil(1.5)")).isEqualTo("2");
    }

    @Test
    void figuresOfMatplotlibAreShown() throws IOException {
        fakeMatplotlib();
        ExecutionResult result = python.run("""
                import sys
                sys.path.insert(0, %s)
                from matplotlib import pyplot as plt
                plt.figure('one')
                plt.show()
                display('between')
                plt.figure('two')
                figure = plt.figure('three')
                display(figure)
                """.formatted("'" + folder + "'"));

        assertThat(result.stderr().text()).isEmpty();
        assertThat(result.display().parts().stream()
                        .filter(part ->
                                part.type().equals("image/png") || part.text().contains("between"))
                        .map(DisplayPart::text))
                .containsExactly("png of one", "'between'", "png of three", "png of two");
        assertThat(python.shown("plt.get_fignums()")).isEqualTo("[]");
        assertThat(python.shown("import os; os.environ['MPLBACKEND']")).isEqualTo("'Agg'");
    }

    private void fakeMatplotlib() throws IOException {
        Path library = Files.createDirectory(folder.resolve("matplotlib"));
        Files.writeString(library.resolve("__init__.py"), "");
        Files.writeString(library.resolve("figure.py"), """
                class Figure:
                    def __init__(self, name): self.name = name
                    def savefig(self, target, format, bbox_inches): target.write(f"{format} of {self.name}".encode())
                """);
        Files.writeString(library.resolve("pyplot.py"), """
                from matplotlib.figure import Figure
                figures = {}
                def figure(name):
                    show.__signature__ = None  # as matplotlib does
                    return figures.setdefault(name, Figure(name))
                def get_fignums(): return list(figures)
                def close(figure): del figures[figure.name]
                def show(): raise AssertionError("not replaced")
                """);
    }

    @Test
    void variablesThatActAtTheStartAreOfTheInterpreter() {
        python.startEnv(Map.of("TZ", "UTC"));
        python.out("x = 1");
        python.startEnv(Map.of("TZ", "Asia/Tokyo"));

        assertThat(Bench.failure(python.begin("x"))).hasMessageContaining("was started otherwise");
        python.startEnv(Map.of("TZ", "UTC"));
        assertThat(python.shown("x")).isEqualTo("1");
    }
}
