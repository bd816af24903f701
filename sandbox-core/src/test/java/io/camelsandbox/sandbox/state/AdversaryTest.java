package io.camelsandbox.sandbox.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.Display;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.OutputPolicy;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxCancelledException;
import io.camelsandbox.SandboxException;
import io.camelsandbox.Termination;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What code may try to confuse its interpreter, or who reads its answers. */
@Timeout(240)
class AdversaryTest {

    @TempDir
    private Path pythonFolder;

    @TempDir
    private Path nodeFolder;

    private Bench python;
    private Bench node;

    @BeforeEach
    void start() throws IOException {
        python = Bench.python(pythonFolder);
        node = Bench.node(nodeFolder);
    }

    @AfterEach
    void end() {
        python.close();
        node.close();
    }

    @Test
    void writingToAllDescriptorsIsOutputOrNothing() {
        ExecutionResult result = python.run("""
                import os
                for number in range(256):
                    try:
                        os.write(number, b"junk\\n" * 10)
                    except OSError:
                        pass
                """);

        assertThat(result.succeeded()).isTrue();
        assertThat(result.stdout().text()).startsWith("junk\n").hasSizeGreaterThanOrEqualTo(50);
        assertThat(python.shown("6 * 7")).isEqualTo("42");

        ExecutionResult js = node.run(
                "const fs = require('fs'); for (let i = 0; i < 64; i++) { try { fs.writeSync(i, 'junk\\n'); } catch {} } 1");
        assertThat(js.succeeded()).isTrue();
        assertThat(js.stdout().text()).startsWith("junk\n");
        assertThat(node.shown("6 * 7")).isEqualTo("42");
    }

    @Test
    void standardDescriptorsThatWereClosedAreThereAgain() {
        python.run(
                "import os, sys\nsys.stdout.close()\nfor n in (0, 1, 2):\n    try: os.close(n)\n    except OSError: pass");
        assertThat(python.out("print('here'); import sys; print(repr(sys.stdin.read()))"))
                .isEqualTo("here\n''\n");

        node.run("const fs = require('fs'); fs.closeSync(0); fs.closeSync(1); fs.closeSync(2)");
        assertThat(node.out("console.log('here')")).isEqualTo("here\n");
    }

    @Test
    void closingWhatIsNotItsOwnEndsTheInterpreterAndNothingElse() {
        ExecutionResult result = python.run("import os\nos.closerange(3, 512)\nprint('kept')\n5");
        assertThat(result.stdout().text()).isEqualTo("kept\n");
        assertThat(python.shown("1 + 1")).isEqualTo("2");

        ExecutionResult all = python.run("print('kept', flush=True)\nimport os\nos.closerange(0, 512)");
        assertThat(all.stdout().text()).isEqualTo("kept\n");
        assertThat(all.exitCode()).isEqualTo(70);
        assertThat(python.shown("1 + 1")).isEqualTo("2");

        ExecutionResult js = node.run(
                "console.log('kept'); for (let n = 0; n < 30; n++) { try { require('fs').closeSync(n); } catch {} }");
        assertThat(js.stdout().text()).isEqualTo("kept\n");
        assertThat(node.shown("1 + 1")).isEqualTo("2");
    }

    @Test
    void aChildThatHoldsTheStreamsHoldsUpNobody() {
        assertThat(python.out("import subprocess\nchild = subprocess.Popen(['sleep', '60'])\nprint('started')"))
                .isEqualTo("started\n");
        assertThat(python.shown("child.poll()")).isEqualTo("nothing");
        assertThat(python.out("import os\nif os.fork() == 0:\n    import time\n    time.sleep(60)\nprint('parent')"))
                .isEqualTo("parent\n");
        assertThat(python.run("print('end')\nos._exit(4)").exitCode()).isEqualTo(4);

        assertThat(node.out("require('child_process').spawn('sleep', ['60'], {stdio: 'inherit'}); console.log(1)"))
                .isEqualTo("1\n");
        assertThat(node.run("process.exit(4)").exitCode()).isEqualTo(4);
    }

    @Test
    void aForkedChildIsNoInterpreter() {
        assertThat(python.out("""
                        import os
                        child = os.fork()
                        if child:
                            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
                        else:
                            display('from the child')
                        """)).isEqualTo("0\n");
        assertThat(python.run("if os.fork() == 0:\n    raise ValueError('child')\nos.wait()\n3")
                        .stderr()
                        .text())
                .contains("ValueError: child");
        assertThat(python.shown("os.getpid() == " + python.processes().get(0).pid()))
                .isEqualTo("True");
        assertThat(python.processes()).hasSize(1);
    }

    @Test
    void outputWithoutEndIsCutAndEndsWithItsTime() {
        python.timeout(Duration.ofSeconds(2)).output(1_000, OutputPolicy.TRUNCATE);
        ExecutionResult result = python.run("display(1)\nwhile True: print('x' * 100)");

        assertThat(result.termination()).isEqualTo(Termination.TIMED_OUT);
        assertThat(result.exitCode()).isEqualTo(-1);
        assertThat(result.stdout().bytes()).hasSize(1_000);
        assertThat(result.stdout().truncated()).isTrue();
        assertThat(result.stdout().bytesProduced()).isGreaterThan(100_000);
        assertThat(result.display().parts()).hasSize(1);
        assertThat(python.shown("1")).isEqualTo("1");

        node.output(1_000, OutputPolicy.KILL);
        ExecutionResult js = node.run("for (;;) require('fs').writeSync(2, 'x'.repeat(100))");
        assertThat(js.termination()).isEqualTo(Termination.OUTPUT_LIMIT);
        assertThat(js.stderr().bytes()).hasSize(1_000);
        assertThat(node.shown("1")).isEqualTo("1");
        assertThat(node.processes()).hasSize(2);
    }

    @Test
    void timeIsUpForCodeThatDoesNotYield() {
        node.timeout(Duration.ofMillis(800));
        ExecutionResult result = node.run("console.log('begun'); for (;;);");

        assertThat(result.termination()).isEqualTo(Termination.TIMED_OUT);
        assertThat(result.stdout().text()).isEqualTo("begun\n");
        python.timeout(Duration.ofMillis(800));
        ExecutionResult deaf = python.run(
                "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('begun')\nwhile True: pass");
        assertThat(deaf.termination()).isEqualTo(Termination.TIMED_OUT);
        assertThat(deaf.stdout().text()).isEqualTo("begun\n");
        await().until(() -> python.processes().stream().noneMatch(HostProcess::alive));
    }

    @Test
    void threadsThatPrintBetweenExecutionsPrintForTheNext() {
        python.out("""
                import threading, time
                go = threading.Event()
                def late():
                    go.wait()
                    for i in range(20000):
                        print('x' * 9)
                    display('nobody sees it')
                thread = threading.Thread(target=late, daemon=True)
                thread.start()
                """);
        ExecutionResult begun = python.run("go.set()");
        ExecutionResult next = python.run("thread.join()");

        assertThat(begun.stdout().bytesProduced() + next.stdout().bytesProduced())
                .isEqualTo(200_000);
        assertThat(next.succeeded()).isTrue();
        assertThat(python.shown("1")).isEqualTo("1");
    }

    @Test
    void whoKillsItsInterpreterIsToldSo() {
        ExecutionResult result = python.run("print('kept')\nimport os, signal\nos.kill(os.getpid(), signal.SIGKILL)");

        assertThat(result.termination()).isEqualTo(Termination.SIGNALED);
        assertThat(result.exitCode()).isEqualTo(137);
        assertThat(result.stdout().text()).isEqualTo("kept\n");
        assertThat(python.shown("1")).isEqualTo("1");
        assertThat(node.run("process.kill(process.pid, 'SIGKILL')").exitCode()).isEqualTo(137);
        assertThat(node.shown("1")).isEqualTo("1");
    }

    @Test
    void recursionWithoutEndIsAnErrorOrACrash() {
        assertThat(python.run("def f(): f()\nf()").stderr().text()).contains("RecursionError");
        assertThat(python.run("class R:\n    def __repr__(self): return repr(self)\nR()")
                        .stderr()
                        .text())
                .contains("RecursionError");
        assertThat(python.run("x = []\nfor _ in range(100000): x = [x]\nx").exitCode())
                .isEqualTo(1);
        assertThat(python.shown("1")).isEqualTo("1");
        assertThat(node.run("function f() { f(); } f()").stderr().text()).contains("RangeError");
        assertThat(node.run("var x = []; for (let i = 0; i < 1e5; i++) x = [x]; x")
                        .exitCode())
                .isZero();
        assertThat(node.shown("1")).isEqualTo("1");
    }

    @Test
    void valuesThatAreHugeAreCut() {
        ExecutionResult text = python.run("'ü' * 20_000_000");

        assertThat(text.display().truncated()).isTrue();
        assertThat(text.display().parts()).hasSize(1);
        assertThat(text.display().parts().get(0).content()).hasSizeBetween(Display.LARGEST - 1, Display.LARGEST);
        assertThat(text.display().parts().get(0).text()).startsWith("'ü").doesNotContain("\uFFFD");

        ExecutionResult picture = python.run("display({'image/png': b'x' * (17 << 20), 'text/html': 'x'}, raw=True)");
        assertThat(picture.display().truncated()).isTrue();
        assertThat(picture.display().parts()).extracting("type").containsExactly("text/html");

        ExecutionResult many = python.run("for i in range(5000): display(i)");
        assertThat(many.display().parts()).hasSize(Display.MOST_PARTS);
        assertThat(many.display().truncated()).isTrue();

        ExecutionResult js = node.run("display({'text/plain': 'ü'.repeat(9 << 20)}, {raw: true}); 5");
        assertThat(js.display().truncated()).isTrue();
        assertThat(js.display().parts().get(0).text()).doesNotContain("\uFFFD");
    }

    @Test
    void patchedBuiltinsAreTheCodesOwnLoss() {
        ExecutionResult result = python.run("""
                import builtins, os, sys, traceback, linecache
                def broken(*args, **options): raise ZeroDivisionError("patched")
                for name in ("len", "iter", "next", "open", "compile", "exec", "isinstance", "print", "repr", "bytes",
                             "getattr", "str", "int", "min", "max", "any", "type", "dict"):
                    setattr(builtins, name, broken)
                os.write = os.read = os.close = broken
                traceback.print_exception = broken
                undefined
                """);

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.stderr().text()).contains("NameError");
        assertThat(python.shown("1 + 1")).isEqualTo("2");

        node.run("JSON.stringify = Buffer.concat = Buffer.from = Buffer.alloc = Array.prototype.filter = null;"
                + "require('fs').writeSync = require('util').inspect = () => { throw new Error('patched'); };"
                + "Object.entries = null; process.stdout.write = () => true; 1");
        ExecutionResult after = node.run("6 * 7");
        assertThat(after.exitCode()).isIn(0, 1, 70);
        assertThat(node.run("1 + 1").termination()).isEqualTo(Termination.EXITED);
    }

    @Test
    void aFalsifiedAnswerEndsTheInterpreter() {
        ExecutionResult own = python.run("""
                import gc
                channel = next(o for o in gc.get_objects() if type(o).__name__ == "Channel")
                channel.send(channel.out, b"E", bytes(17))
                channel.send(channel.err, b"E")
                """);
        assertThat(own.exitCode()).isZero();
        await().until(() -> python.begin("1")
                .handle((result, problem) -> problem == null && result.succeeded())
                .join());

        for (String forged : new String[] {
            "b'P', b'short'",
            "b'P', bytes(4) + (1 << 30).to_bytes(4, 'big') + b'text/plain'",
            "b'P', bytes(8) + b'text/<script>'",
            "b'D', b'nobody asked'",
            "b'E', b''",
            "b'?', b''",
        }) {
            SandboxException problem = Bench.failure(python.begin("""
                    print('kept')
                    import gc
                    channel = next(o for o in gc.get_objects() if type(o).__name__ == "Channel")
                    channel.send(channel.out, %s)
                    import time; time.sleep(60)
                    """.formatted(forged)));
            assertThat(problem.reason()).as(forged).isEqualTo(Reason.PROTOCOL_ERROR);
            assertThat(problem).hasMessageContaining("was ended");
            assertThat(problem.result().orElseThrow().stdout().text()).isEqualTo("kept\n");
        }
        assertThat(Bench.failure(
                                python.begin(
                                        "import os, gc\nchannel = next(o for o in gc.get_objects() if type(o).__name__ == 'Channel')\n"
                                                + "os.write(1, channel.mark + b'P' + b'\\xff\\xff')\nimport time; time.sleep(60)"))
                        .reason())
                .isEqualTo(Reason.PROTOCOL_ERROR);
        assertThat(python.shown("1")).isEqualTo("1");
    }

    @Test
    void anAnswerOfAnEarlierExecutionIsPlainOutput() {
        python.run("import gc\nchannel = next(o for o in gc.get_objects() if type(o).__name__ == 'Channel')\n"
                + "old = channel.mark");

        ExecutionResult result =
                python.run("import os\nos.write(1, old + b'E' + b'\\0\\x11' + bytes(17))\nprint('on')");
        assertThat(result.stdout().bytesProduced()).isEqualTo(16 + 3 + 17 + 3);
        assertThat(result.succeeded()).isTrue();
    }

    @Test
    void stealingOrdersEndsInItsTime() {
        python.timeout(Duration.ofSeconds(2));
        python.out("import threading, os\n"
                + "threading.Thread(target=lambda: [os.read(100, 1 << 20) for _ in range(9)], daemon=True).start()");

        assertThat(python.run("1").termination()).isIn(Termination.TIMED_OUT, Termination.EXITED);
        assertThat(python.run("1").termination()).isIn(Termination.TIMED_OUT, Termination.EXITED);
    }

    @Test
    void cancellingEndsTheInterpreter() {
        python.out("x = 1");
        CompletableFuture<ExecutionResult> running = python.begin("print('begun')\nimport time\ntime.sleep(60)");
        python.cancel(running);

        assertThat(Bench.failure(running)).isInstanceOf(SandboxCancelledException.class);
        assertThat(python.shown("'x' in dir()")).isEqualTo("False");
    }

    @Test
    void aSignalBetweenExecutionsIsNoEnd() {
        python.out("import signal, os\ndef late(*_): raise TimeoutError('alarm')\nsignal.signal(signal.SIGALRM, late)\n"
                + "signal.setitimer(signal.ITIMER_REAL, 0.05)");
        await().until(() -> python.run("1").stderr().text().contains("TimeoutError"));
        assertThat(python.shown("2")).isEqualTo("2");
        assertThat(python.processes()).hasSize(1);
    }
}
