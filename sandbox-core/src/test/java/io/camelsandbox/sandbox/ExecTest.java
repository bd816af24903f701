package io.camelsandbox.sandbox;

import static io.camelsandbox.sandbox.SandboxLifeTest.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.EngineLostException;
import io.camelsandbox.OutputPolicy;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxCancelledException;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxExecutionException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.ExecOrder;
import io.camelsandbox.engine.HostedTransfer;
import io.camelsandbox.engine.StandardStream;
import io.camelsandbox.sandbox.spec.SandboxDefaults;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ExecTest {

    private final ScriptedHost host = new ScriptedHost();
    private final Sandboxes sandboxes = Sandboxes.on(host);
    private final List<ScriptedProcess> processes = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        sandboxes.close();
    }

    @Test
    void aResultHoldsBothStreamsAndTheCode() {
        Sandbox sandbox =
                running(process -> process.started().out("a").err("b").out("c").exit(2));

        ProcessResult result = sandbox.exec("tool", "secret-argument").result().join();

        assertThat(result.stdout().text()).isEqualTo("ac");
        assertThat(result.stderr().text()).isEqualTo("b");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.execution().sandboxId()).isEqualTo("sb-1");
        assertThat(result.execution().engine()).isEqualTo("scripted");
        assertThat(result.command()).containsExactly("tool", "secret-argument");
        assertThat(result.toString() + sandbox.exec("tool", "secret-argument")).doesNotContain("secret-argument");
    }

    @Test
    void theOrderCarriesWhatWasAskedFor() {
        Sandbox sandbox = running(process -> process.started().exit(0));

        sandbox.exec(ExecRequest.builder("tool")
                        .cwd("/work")
                        .env("A", "1")
                        .timeout(Duration.ofSeconds(7))
                        .background()
                        .container("main")
                        .build())
                .result()
                .join();
        sandbox.exec("plain").result().join();

        ExecOrder order = host.only().execs().get(0);
        assertThat(order.cwd()).contains("/work");
        assertThat(order.env()).containsEntry("A", "1");
        assertThat(order.timeout()).contains(Duration.ofSeconds(7));
        assertThat(order.descendants()).isEqualTo(ExecOrder.Descendants.MAY_LIVE);
        assertThat(order.container()).contains("main");
        ExecOrder plain = host.only().execs().get(1);
        assertThat(plain.timeout()).as("the request timeout").contains(Duration.ofSeconds(300));
        assertThat(plain.descendants()).isEqualTo(ExecOrder.Descendants.DIE);
        assertThat(plain.input()).isEqualTo(ExecOrder.Input.NONE);
        assertThat(plain.terminal()).isEmpty();
    }

    @Test
    void whatCannotBeIsRefusedAtOnce() {
        assertThatThrownBy(() -> ExecRequest.builder(List.of()).build()).isInstanceOf(SandboxRefusedException.class);
        assertThatThrownBy(() -> ExecRequest.of("")).isInstanceOf(SandboxRefusedException.class);
        assertThatThrownBy(() -> ExecRequest.of("a\0b")).isInstanceOf(SandboxRefusedException.class);
        assertThatThrownBy(() -> ExecRequest.builder("a").cwd("").build()).isInstanceOf(SandboxRefusedException.class);
        assertThatThrownBy(() -> ExecRequest.builder("a").cwd("work").build())
                .isInstanceOf(SandboxRefusedException.class)
                .hasMessageContaining("cwd");
        assertThatThrownBy(() -> ExecRequest.builder("a").timeout(Duration.ZERO).build())
                .isInstanceOf(SandboxRefusedException.class);
        assertThatThrownBy(() -> ExecRequest.builder("a").env("A=B", "").build())
                .isInstanceOf(SandboxRefusedException.class);
    }

    @Test
    void waitingForTheSandboxIsNotTheCommandsTime() {
        host.onCreate(created -> created.onExec(process -> process.started().exit(0)));
        Sandbox sandbox = sandboxes.create(SandboxSpec.builder().build());
        SandboxProcess process = sandbox.exec(
                ExecRequest.builder("tool").timeout(Duration.ofMillis(1)).build());
        await().until(() -> host.sandboxes().size() == 1);
        assertThat(process.result()).isNotDone();

        host.only().run();

        assertThat(process.exitCode().join()).isZero();
    }

    @Test
    void aCheckedCommandThatFailsIsAnErrorWithItsResult() {
        Sandbox sandbox = running(process -> process.started().err("why").exit(3));

        SandboxException problem = failure(
                sandbox.exec(ExecRequest.builder("tool").check().build()).result());

        assertThat(problem).isInstanceOf(SandboxExecutionException.class);
        assertThat(problem.reason()).isEqualTo(Reason.EXECUTION_FAILED);
        assertThat(problem.result().orElseThrow().stderr().text()).isEqualTo("why");
        assertThat(problem.getMessage()).doesNotContain("why");
    }

    @Test
    void aTimeoutIsAnErrorWithTheOutputUntilThen() {
        Sandbox sandbox =
                running(process -> process.started().out("so far").end(-1, OptionalInt.of(15), Termination.TIMED_OUT));

        SandboxException problem = failure(sandbox.exec("tool").result());

        assertThat(problem).isInstanceOf(SandboxTimeoutException.class);
        assertThat(problem.reason()).isEqualTo(Reason.COMMAND_TIMEOUT);
        assertThat(problem.result().orElseThrow().stdout().text()).isEqualTo("so far");
    }

    @Test
    void cancelKillsAndKeepsTheOutput() {
        Sandbox sandbox = running(process -> process.started().out("so far"));
        SandboxProcess process = sandbox.exec("tool");
        await().until(() -> processes.size() == 1);

        assertThat(process.cancel()).isTrue();

        SandboxException problem = failure(process.result());
        assertThat(problem).isInstanceOf(SandboxCancelledException.class);
        assertThat(problem.result().orElseThrow().stdout().text()).isEqualTo("so far");
        assertThat(process.cancel()).isFalse();
        assertThat(process.poll()).isEmpty();
    }

    @Test
    void cancellingTheFutureCancelsTheCommand() {
        Sandbox sandbox = running(ScriptedProcess::started);
        SandboxProcess process = sandbox.exec("tool");
        await().until(() -> processes.size() == 1);

        process.result().cancel(true);

        await().until(() -> processes.get(0).cancelled());
    }

    @Test
    void aCommandThatIsCancelledBeforeItsSandboxRunsIsNeverStarted() {
        host.onCreate(created -> {});
        Sandbox sandbox = sandboxes.create(SandboxSpec.builder().build());
        SandboxProcess process = sandbox.exec("tool");
        await().until(() -> host.sandboxes().size() == 1);
        process.cancel();
        assertThat(failure(process.result())).isInstanceOf(SandboxCancelledException.class);

        host.only().run();
        sandbox.waitUntilRunning().join();
        assertThat(host.only().execs()).isEmpty();
    }

    @Test
    void aSandboxThatIsLostFailsItsCommandsAndTheirStreams() {
        Sandbox sandbox = running(process -> process.started().out("x"));
        SandboxProcess process =
                sandbox.exec(ExecRequest.builder("tool").streaming().build());
        Collector<ByteBuffer> stdout = Collector.all(process.stdout());
        await().until(() -> stdout.items().size() == 1);
        processes.get(0).fail(new EngineLostException("gone", null, null));

        assertThat(failure(process.result()).reason()).isEqualTo(Reason.ENGINE_LOST);
        assertThatThrownBy(() -> stdout.end().join()).hasCauseInstanceOf(EngineLostException.class);
    }

    @Test
    void anEndedSandboxRunsNothing() {
        Sandbox sandbox = running(process -> process.started().exit(0));
        sandbox.stop().join();

        assertThat(failure(sandbox.exec("tool").result())).isInstanceOf(SandboxNotRunningException.class);
    }

    @Test
    void eachWriteIsOneChunkForASubscriber() {
        Sandbox sandbox = running(ScriptedProcess::started);
        SandboxProcess process = sandbox.exec("tool");
        Collector<ByteBuffer> stdout = Collector.all(process.stdout());
        await().until(() -> processes.size() == 1);
        processes.get(0).out("one\n").out("t").out("wo\n").exit(0);

        assertThat(stdout.end().join())
                .extracting(chunk -> Collector.text(List.of(chunk)))
                .containsExactly("one\n", "t", "wo\n");
        assertThat(process.result().join().stdout().text()).isEqualTo("one\ntwo\n");
    }

    @Test
    void whoSubscribesLateStillGetsAll() {
        Sandbox sandbox =
                running(process -> process.started().out("one").out("two").exit(0));
        SandboxProcess process = sandbox.exec("tool");
        process.result().join();

        assertThat(Collector.text(Collector.all(process.stdout()).end().join())).isEqualTo("onetwo");
    }

    @Test
    void whoSubscribesAfterOutputWasDroppedIsTold() {
        Sandbox sandbox = running(process -> process.started().out("123456").exit(0));
        SandboxProcess process =
                sandbox.exec(ExecRequest.builder("tool").maxOutput(4).build());
        ProcessResult result = process.result().join();

        assertThat(result.stdout().text()).isEqualTo("1234");
        assertThat(result.stdout().truncated()).isTrue();
        assertThat(result.stdout().bytesProduced()).isEqualTo(6);
        assertThatThrownBy(() -> Collector.all(process.stdout()).end().join())
                .satisfies(e ->
                        assertThat(((SandboxException) e.getCause()).reason()).isEqualTo(Reason.STREAM_BACKPRESSURE));
    }

    @Test
    void tooMuchOutputIsTheEndWhereThatWasAskedFor() {
        Sandbox sandbox = running(process -> process.started().out("123456"));
        ExecRequest request = ExecRequest.builder("tool")
                .maxOutput(4)
                .onOutputLimit(OutputPolicy.KILL)
                .build();

        ProcessResult result = sandbox.exec(request).result().join();

        assertThat(result.execution().termination()).isEqualTo(Termination.OUTPUT_LIMIT);
        assertThat(result.stdout().text()).isEqualTo("1234");
        assertThat(processes.get(0).cancelled()).isTrue();
    }

    @Test
    void anEngineThatThrowsFailsTheCommandAndNothingElse() {
        Sandbox sandbox = running(process -> {
            throw new IllegalStateException("bug");
        });

        assertThat(failure(sandbox.exec("tool").result()).reason()).isEqualTo(Reason.PROTOCOL_ERROR);
    }

    @Test
    void nobodyIsHeldUpWhileNobodySubscribed() {
        Sandbox sandbox = running(ScriptedProcess::started);
        sandbox.exec("tool");
        await().until(() -> processes.size() == 1);
        processes.get(0).write(StandardStream.STDOUT, new byte[1000]);

        await().until(() -> processes.get(0).taken(StandardStream.STDOUT) == 1000);
    }

    @Test
    void theGuestWaitsForASubscriberThatDoesNotAsk() {
        Sandbox sandbox = running(ScriptedProcess::started);
        SandboxProcess process =
                sandbox.exec(ExecRequest.builder("tool").streaming().build());
        Collector<ByteBuffer> stdout = Collector.of(process.stdout());
        await().until(() -> processes.size() == 1);
        ScriptedProcess guest = processes.get(0);
        guest.write(StandardStream.STDOUT, new byte[100])
                .write(StandardStream.STDOUT, new byte[HostedTransfer.WINDOW - 100]);

        stdout.request(1);
        await().until(() -> stdout.items().size() == 1);
        assertThat(guest.taken(StandardStream.STDOUT)).isEqualTo(100);

        stdout.request(1);
        await().until(() -> guest.taken(StandardStream.STDOUT) == HostedTransfer.WINDOW);
        guest.exit(0);
        assertThat(process.result().join().stdout().bytes())
                .as("streamed, not kept")
                .isEmpty();
    }

    @Test
    void aSubscriberThatHasEnoughDoesNotHoldUpTheGuest() {
        Sandbox sandbox = running(ScriptedProcess::started);
        SandboxProcess process =
                sandbox.exec(ExecRequest.builder("tool").streaming().build());
        Collector<ByteBuffer> stdout = Collector.of(process.stdout());
        await().until(() -> processes.size() == 1);
        processes.get(0).out("12345");
        stdout.cancel();
        await().until(() -> processes.get(0).taken(StandardStream.STDOUT) == 5);

        processes.get(0).out("67").exit(0);
        process.result().join();
        assertThat(processes.get(0).taken(StandardStream.STDOUT)).isEqualTo(7);
    }

    @Test
    void everyOutcomeIsCounted() {
        var codes = new ArrayList<>(List.of(0, 1, 1, 2));
        Sandbox sandbox = running(process -> process.started().exit(codes.remove(0)));
        sandbox.exec("a").result().join();
        sandbox.exec("b").result().join();
        failure(sandbox.exec(ExecRequest.builder("c").check().build()).result());
        sandbox.exec("d").result().join();

        await().untilAsserted(() -> assertThat(sandbox.execStats()).isEqualTo(new ExecStats(4, 1, 2, 1)));
    }

    @Test
    void anEngineThatDoesNotReportTheEndIsNotWaitedForForever() {
        Sandboxes impatient = Sandboxes.builder(host)
                .defaults(SandboxDefaults.STANDARD.withRequestTimeout(Duration.ofSeconds(1)))
                .build();
        host.onCreate(created -> {
            created.onExec(ScriptedProcess::started);
            created.run();
        });
        Sandbox sandbox = impatient.run(SandboxSpec.builder().build()).join();

        SandboxException problem = failure(sandbox.exec("tool").result());

        assertThat(problem.reason()).isEqualTo(Reason.REQUEST_TIMEOUT);
        impatient.close();
    }

    @Test
    void signalsReachTheProcess() {
        Sandbox sandbox = running(ScriptedProcess::started);
        SandboxProcess process = sandbox.exec("tool");
        process.signal(10);

        await().until(() -> processes.size() == 1 && processes.get(0).signals().equals(List.of(10)));
    }

    @Test
    void aTerminalHasASizeAndNoTimeout() {
        Sandbox sandbox = running(process -> process.started().out("$ "));
        TerminalSession session = sandbox.shell(ShellRequest.of("/bin/sh").withSize(100, 30));
        Collector<ByteBuffer> output = Collector.all(session.output());
        await().until(() -> output.items().size() == 1);
        session.stdin().write("exit\n".getBytes()).join();
        session.resize(120, 40);

        ScriptedProcess shell = processes.get(0);
        assertThat(shell.order().terminal().orElseThrow().columns()).isEqualTo(100);
        assertThat(shell.order().timeout()).isEmpty();
        assertThat(shell.input()).isEqualTo("exit\n");
        assertThat(shell.sizes()).hasSize(1);
        shell.exit(5);
        assertThat(session.exitCode().join()).isEqualTo(5);
        assertThat(session.poll()).hasValue(5);
        assertThatThrownBy(() -> session.resize(1, 1)).isInstanceOf(SandboxException.class);
    }

    @Test
    void theShellIsBashUnlessSaid() {
        Sandbox sandbox = running(process -> process.started().exit(0));
        sandbox.shell().exitCode().join();

        assertThat(host.only().execs().get(0).command()).containsExactly("/bin/bash");
        assertThatThrownBy(() -> ShellRequest.of("")).isInstanceOf(SandboxRefusedException.class);
    }

    @Test
    void closingATerminalKillsWhatRunsInIt() {
        Sandbox sandbox = running(ScriptedProcess::started);
        TerminalSession session = sandbox.shell();
        session.started().join();
        session.close();

        assertThat(processes.get(0).cancelled()).isTrue();
        CompletableFuture<Integer> code = session.exitCode();
        assertThatThrownBy(code::join).hasCauseInstanceOf(SandboxCancelledException.class);
    }

    private Sandbox running(java.util.function.Consumer<ScriptedProcess> script) {
        host.onCreate(created -> {
            created.onExec(process -> {
                processes.add(process);
                script.accept(process);
            });
            created.run();
        });
        return sandboxes.run(SandboxSpec.builder().build()).join();
    }
}
