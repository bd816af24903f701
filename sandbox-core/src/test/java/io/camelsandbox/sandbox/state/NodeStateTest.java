package io.camelsandbox.sandbox.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.DisplayPart;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Termination;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** JavaScript with state, as real processes without a sandbox. */
@Timeout(120)
class NodeStateTest {

    @TempDir
    private Path folder;

    private Bench node;

    @BeforeEach
    void start() throws IOException {
        node = Bench.node(folder);
    }

    @AfterEach
    void end() {
        node.close();
    }

    @Test
    void namesAndDefinitionsStayAndMayBeDeclaredAnew() {
        node.out("const a = 1; let b = 2; var c = 3; function f() { return a + b + c; } class D {}");

        assertThat(node.shown("f()")).isEqualTo("6");
        assertThat(node.shown("const a = 10; class D { static x = 5 } a + D.x")).isEqualTo("15");
        assertThat(node.shown("f()")).isEqualTo("15");
        assertThat(node.processes()).hasSize(1);
    }

    @Test
    void theLastExpressionIsShown() {
        assertThat(node.shown("'text'")).isEqualTo("'text'");
        assertThat(node.shown("undefined")).isEqualTo("nothing");
        assertThat(node.shown("let x = 1")).isEqualTo("nothing");
        assertThat(node.shown("null")).isEqualTo("null");
        assertThat(node.shown("10n ** 20n")).isEqualTo("100000000000000000000n");
        assertThat(node.shown("-0")).isEqualTo("-0");
        assertThat(node.shown("NaN")).isEqualTo("NaN");
        assertThat(node.shown("Symbol('s')")).isEqualTo("Symbol(s)");
        assertThat(node.shown("[1, function f() {}]")).isEqualTo("[ 1, [Function: f] ]");
        assertThat(node.shown("new Map([[1, {a: 2}]])")).isEqualTo("Map(1) { 1 => { a: 2 } }");
    }

    @Test
    void promisesAreAwaited() {
        assertThat(node.shown("const v = await Promise.resolve(20); v + 1")).isEqualTo("21");
        assertThat(node.shown("new Promise(r => setTimeout(() => r(v), 20))")).isEqualTo("20");
        assertThat(node.shown("for await (const one of [Promise.resolve(5)]) var last = one; last"))
                .isEqualTo("5");
        ExecutionResult rejected = node.run("Promise.reject(new TypeError('no'))");
        assertThat(rejected.exitCode()).isEqualTo(1);
        assertThat(rejected.stderr().text()).startsWith("TypeError: no\n    at execution-4.js:1:16");
    }

    @Test
    void anAwaitThatNothingCanSettleEndsTheExecution() {
        ExecutionResult result = node.run("console.log(1); await new Promise(() => {})");

        assertThat(result.exitCode()).isEqualTo(13);
        assertThat(result.stderr().text()).contains("never settled");
        assertThat(node.shown("2")).isEqualTo("2");
        assertThat(node.processes()).hasSize(1);
    }

    @Test
    void importsAndRequireWork() throws IOException {
        Files.writeString(folder.resolve("own.mjs"), "export default 7; export const named = 8;");
        Files.writeString(folder.resolve("own.cjs"), "module.exports = 9;");
        node.out("import fs, {constants as c} from 'fs'\nimport * as p from 'node:path'\nimport 'os'\n"
                + "import own, {named} from './own.mjs'");

        assertThat(node.shown("[typeof fs.readFileSync, c.O_RDONLY, p.basename('/a/b'), own, named]"))
                .isEqualTo("[ 'function', 0, 'b', 7, 8 ]");
        assertThat(node.shown("(await import('os')).EOL.length")).isEqualTo("1");
        assertThat(node.shown("require('./own.cjs') + require('fs').constants.O_WRONLY"))
                .isEqualTo("10");
        assertThat(node.shown("`import x from 'y'` // import z from 'w'")).isEqualTo("\"import x from 'y'\"");
        assertThat(node.shown("import.meta.dirname")).isEqualTo("'" + folder + "'");
        ExecutionResult missing = node.run("import x from 'missing'");
        assertThat(missing.exitCode()).isEqualTo(1);
        assertThat(missing.stderr().text()).contains("Cannot find package 'missing'");
    }

    @Test
    void displayShowsRepresentations() {
        ExecutionResult result = node.run("""
                await display({a: [1, 'ü']});
                await display({'text/html': '<b>', 'image/png': 'iVBORw==', 'image/svg+xml': '<svg/>'}, {raw: true});
                display(new Uint8Array([1]));
                ({[Symbol.for('Jupyter.display')]: () => ({'text/plain': 'own', 'application/json': {x: 1}})})
                """);

        assertThat(result.stderr().text()).isEmpty();
        assertThat(result.display().parts())
                .extracting(part -> part.value() + " " + part.type() + " " + part.content().length)
                .containsExactly(
                        "0 text/plain 18",
                        "0 application/json 14",
                        "1 text/html 3",
                        "1 image/png 4",
                        "1 image/svg+xml 6",
                        "2 text/plain 19",
                        "3 text/plain 3",
                        "3 application/json 7");
    }

    @Test
    void anExceptionIsAResultAndEndsNothing() {
        node.out("var x = 5; function f() {\n  throw new RangeError('bad'); }");
        ExecutionResult result = node.run("console.log('before'); f(); console.log('after')");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.termination()).isEqualTo(Termination.EXITED);
        assertThat(result.stdout().text()).isEqualTo("before\n");
        assertThat(result.stderr().text())
                .isEqualTo("RangeError: bad\n    at f (execution-1.js:2:9)\n    at execution-2.js:1:24\n");
        assertThat(node.run("throw 5").stderr().text()).isEqualTo("Uncaught 5\n");
        assertThat(node.run("await 1; throw new Error('late')").stderr().text()).startsWith("Error: late\n    at ");
        assertThat(node.run(
                                "setTimeout(() => { throw new Error('timer') }, 5); await new Promise(r => setTimeout(r, 9e3))")
                        .stderr()
                        .text())
                .startsWith("Error: timer\n");
        assertThat(node.shown("x")).isEqualTo("5");
        assertThat(node.processes()).hasSize(1);
    }

    @Test
    void codeThatIsNoJavaScriptIsToldOf() {
        ExecutionResult result = node.run("let y = 1;\nlet x = ;");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.stderr().text())
                .isEqualTo("execution-1.js:2\nlet x = ;\n        ^\n\nSyntaxError: Unexpected token ';'\n");
        assertThat(node.run("JSON.parse('{')").stderr().text())
                .startsWith("SyntaxError: ")
                .contains("execution-2.js:1:6");
        assertThat(node.shown("1")).isEqualTo("1");
    }

    @Test
    void exitEndsTheInterpreterWithItsCode() {
        node.out("var x = 1; process.on('exit', code => console.log('bye', code))");
        ExecutionResult result = node.run("await display(7); console.log('out'); process.exit(3)");

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.termination()).isEqualTo(Termination.EXITED);
        assertThat(result.stdout().text()).isEqualTo("out\nbye 3\n");
        assertThat(result.display().parts().get(0).text()).isEqualTo("7");
        assertThat(node.shown("typeof x")).isEqualTo("'undefined'");
        assertThat(node.processes()).hasSize(2);
    }

    @Test
    void standardInputIsOfOneExecution() throws IOException {
        assertThat(node.shown("require('fs').readFileSync(0, 'utf8')")).isEqualTo("''");
        node.stdin("one ü\n");
        assertThat(node.shown("require('fs').readFileSync(0, 'utf8')")).isEqualTo("'one ü\\n'");
        assertThat(node.shown("let all = ''; for await (const part of process.stdin) all += part; all"))
                .isEqualTo("'one ü\\n'");
        node.noStdin();
        assertThat(node.shown("let none = 'x'; for await (const part of process.stdin) none += part; none"))
                .isEqualTo("'x'");
    }

    @Test
    void argumentsVariablesAndFolderAreGiven() throws IOException {
        Path below = Files.createDirectory(folder.resolve("below"));
        node.args("a", "ü").variables("GIVEN=va=lue");
        assertThat(node.shown("[process.argv.slice(2), process.env.GIVEN, process.cwd()].join()"))
                .isEqualTo("'a,ü,va=lue," + folder + "'");
        node.args().variables().enter(below);
        assertThat(node.shown("[process.argv.length, process.env.GIVEN, process.cwd()].join()"))
                .isEqualTo("'2,va=lue," + below + "'");
        assertThat(node.shown("process.execArgv")).isEqualTo("[]");
        node.enter(folder.resolve("missing"));
        assertThat(node.run("1").stderr().text()).contains("ENOENT");
    }

    @Test
    void outputThatIsLargeIsWhole() {
        ExecutionResult result = node.run("console.log('x'.repeat(500000)); console.error('y'.repeat(300000))");

        assertThat(result.stdout().bytesProduced()).isEqualTo(500_001);
        assertThat(result.stderr().bytesProduced()).isEqualTo(300_001);
    }

    @Test
    void whatIsLeftToRunBelongsToTheNextExecution() {
        node.out("setTimeout(() => console.log('late'), 30)");

        assertThat(node.out("await new Promise(r => setTimeout(r, 100)); console.log('own')"))
                .isEqualTo("late\nown\n");
    }

    @Test
    void displayPartsAreInTheOrderTheyWereShown() {
        assertThat(node.run("display(1); display(2); 3").display().parts())
                .extracting(DisplayPart::text)
                .containsExactly("1", "2", "3");
    }
}
