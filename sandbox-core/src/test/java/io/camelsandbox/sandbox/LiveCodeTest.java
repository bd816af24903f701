package io.camelsandbox.sandbox;

import static io.camelsandbox.sandbox.SandboxLifeTest.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Language;
import io.camelsandbox.Limits;
import io.camelsandbox.Mount;
import io.camelsandbox.OutputFile;
import io.camelsandbox.OutputPolicy;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.Stdin;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.ExecOrder;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class LiveCodeTest {

    private final ScriptedHost host = new ScriptedHost();
    private final Sandboxes sandboxes = Sandboxes.on(host);

    @AfterEach
    void close() {
        sandboxes.close();
    }

    @Test
    void eachRunHasAFolderForItsCodeThatIsRemovedAfterwards() {
        Sandbox sandbox = running(process -> process.started().out("hi").exit(3));
        CodeRequest request = CodeRequest.builder(Language.SHELL, "echo hi; exit 3")
                .args(List.of("a b"))
                .env(Map.of("X", "1"))
                .inputFiles(Map.of("in.txt", new byte[] {1}))
                .build();

        ExecutionResult result = sandbox.runCode(request).join();

        assertThat(result.stdout().text()).isEqualTo("hi");
        assertThat(result.exitCode()).isEqualTo(3);
        ExecOrder order = host.only().execs().get(0);
        String code = order.command().get(1);
        assertThat(code).matches("/code/[^/]+/main\\.sh");
        assertThat(order.command().get(2)).isEqualTo("a b");
        assertThat(order.env()).containsEntry("X", "1");
        assertThat(order.cwd()).contains("/workspace");
        assertThat(host.only().files().get(code)).isEqualTo("echo hi; exit 3".getBytes(StandardCharsets.UTF_8));
        assertThat(host.only().files().get("/workspace/in.txt")).containsExactly(1);
        await().until(() -> host.only().execs().size() == 2);
        assertThat(host.only().execs().get(1).command()).containsSequence("--", code.substring(0, code.length() - 8));
        assertThat(sandbox.execStats().count())
                .as("what the library removes is not counted")
                .isEqualTo(1);
    }

    @Test
    void theBootstrapIsToldWhereTheCodeIs() {
        Sandbox sandbox = running(process -> process.started().exit(0));
        sandbox.runCode(CodeRequest.builder(Language.PYTHON, "print(1)").build())
                .join();

        ExecOrder order = host.only().execs().get(0);
        String request = new String(order.request().orElseThrow(), StandardCharsets.UTF_8);
        String code = host.only().files().keySet().stream()
                .filter(path -> path.endsWith("/main.py"))
                .findFirst()
                .orElseThrow();
        assertThat(request).contains(code).doesNotContain("/code/main.py");
        assertThat(order.input()).as("nothing to read").isEqualTo(ExecOrder.Input.NONE);
    }

    @Test
    void aTimeLimitAndAnOutputLimitAreResults() {
        Sandbox slow =
                running(process -> process.started().out("x").end(-1, OptionalInt.of(15), Termination.TIMED_OUT));
        CodeRequest request = CodeRequest.builder(Language.SHELL, "sleep 9")
                .limits(Limits.DEFAULTS.withTimeout(Duration.ofSeconds(2)).withOutput(2))
                .outputPolicy(OutputPolicy.KILL)
                .build();

        ExecutionResult late = slow.runCode(request).join();
        assertThat(late.termination()).isEqualTo(Termination.TIMED_OUT);
        assertThat(late.stdout().text()).isEqualTo("x");
        assertThat(host.only().execs().get(0).timeout()).contains(Duration.ofSeconds(2));

        Sandbox loud = running(process -> process.started().out("xyz"));
        assertThat(loud.runCode(request).join().termination()).isEqualTo(Termination.OUTPUT_LIMIT);
    }

    @Test
    void filesThatWereAskedForAreCollected() {
        Sandbox sandbox = running(process -> {
            host.only().files().put("/workspace/out/a.csv", new byte[] {1, 2});
            host.only().files().put("/workspace/b.txt", new byte[] {3});
            process.started().exit(0);
        });
        CodeRequest request = CodeRequest.builder(Language.SHELL, "x")
                .outputFiles(List.of("**/*.csv"))
                .build();

        assertThat(sandbox.runCode(request).join().files())
                .extracting(OutputFile::name)
                .containsExactly("out/a.csv");
        assertThat(sandbox.listFiles("/workspace").join()).hasSize(2);
    }

    @Test
    void standardInputGoesToTheCode() {
        Sandbox sandbox = running(process -> process.onInputEnd(() -> {
                    process.out(process.input());
                    process.exit(0);
                })
                .started());
        CodeRequest request = CodeRequest.builder(Language.SHELL, "cat")
                .stdin(new Stdin.Bytes("text".getBytes(StandardCharsets.UTF_8)))
                .build();

        assertThat(sandbox.runCode(request).join().stdout().text()).isEqualTo("text");
    }

    @Test
    void cancellingTheFutureEndsTheCode() {
        var begun = new CompletableFuture<ScriptedProcess>();
        Sandbox sandbox = running(process -> begun.complete(process.started()));
        CompletableFuture<ExecutionResult> result =
                sandbox.runCode(CodeRequest.builder(Language.SHELL, "sleep 9").build());
        ScriptedProcess process = begun.join();

        result.cancel(false);

        await().until(process::cancelled);
    }

    @Test
    void whatIsWrongIsRefusedAtOnce() {
        Sandbox sandbox = running(process -> process.started().exit(0));
        CodeRequest mounts = CodeRequest.builder(Language.SHELL, "x")
                .mounts(List.of(new Mount(Path.of("/tmp"), "/mnt", false)))
                .build();

        assertThatThrownBy(() -> sandbox.runCode(mounts)).isInstanceOf(SandboxRefusedException.class);
        assertThatThrownBy(() -> sandbox.runCode(CodeRequest.builder(Language.JS, "1")
                        .allowedModules(List.of("os"))
                        .build()))
                .isInstanceOf(SandboxRefusedException.class);
        sandbox.stop().join();
        assertThat(failure(
                        sandbox.runCode(CodeRequest.builder(Language.SHELL, "x").build())))
                .isInstanceOf(SandboxNotRunningException.class);
    }

    private Sandbox running(Consumer<ScriptedProcess> script) {
        host.onCreate(created -> {
            created.onExec(process -> {
                if (process.order().command().get(0).equals("/bin/rm")) {
                    process.started().exit(0);
                } else {
                    script.accept(process);
                }
            });
            created.run();
        });
        return sandboxes.run(SandboxSpec.builder().build()).join();
    }
}
