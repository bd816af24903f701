package io.camelsandbox.sandbox;

import static io.camelsandbox.sandbox.SandboxLifeTest.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.Stdin;
import io.camelsandbox.engine.ExecOrder;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class StdinTest {

    private final ScriptedHost host = new ScriptedHost();
    private final Sandboxes sandboxes = Sandboxes.on(host);
    private final List<ScriptedProcess> processes = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        sandboxes.close();
    }

    @Test
    void whatIsWrittenBeforeItRunsArrivesWhenItDoes() {
        SandboxProcess process = open(p -> p.onInputEnd(() -> p.exit(0)));
        StdinWriter stdin = process.stdin().orElseThrow();
        CompletableFuture<Void> line = stdin.writeLine("höre");
        stdin.close();
        await().until(() -> processes.size() == 1);
        assertThat(line).isNotDone();

        processes.get(0).started();

        line.join();
        assertThat(process.exitCode().join()).isZero();
        assertThat(processes.get(0).input()).isEqualTo("höre\n");
        assertThat(processes.get(0).order().input()).isEqualTo(ExecOrder.Input.PIPE);
    }

    @Test
    void aWriteIsDoneWhenTheGuestTookItAndTheNextWaits() {
        SandboxProcess process = open(p -> p.holdInput().started());
        StdinWriter stdin = process.stdin().orElseThrow();
        CompletableFuture<Void> first = stdin.write("first".getBytes(StandardCharsets.UTF_8));
        CompletableFuture<Void> second = stdin.write("second".getBytes(StandardCharsets.UTF_8));
        await().until(() -> processes.size() == 1 && processes.get(0).inputWaiting() == 1);
        assertThat(first).isNotDone();
        assertThat(processes.get(0).input()).isEqualTo("first");

        processes.get(0).takeInput();
        first.join();
        await().until(() -> processes.get(0).inputWaiting() == 1);
        assertThat(second).isNotDone();
        processes.get(0).takeInput();
        second.join();
    }

    @Test
    void largeWritesGoInSlices() {
        SandboxProcess process = open(ScriptedProcess::started);
        process.stdin().orElseThrow().write(new byte[200_000]).join();

        assertThat(processes.get(0).input()).hasSize(200_000);
    }

    @Test
    void nothingCanBeWrittenAfterTheEnd() {
        SandboxProcess process = open(ScriptedProcess::started);
        StdinWriter stdin = process.stdin().orElseThrow();
        stdin.close().join();
        stdin.close().join();
        assertThat(failure(stdin.write(new byte[1])).reason()).isEqualTo(Reason.EXECUTION_FAILED);

        SandboxProcess ended = open(p -> p.started().exit(0));
        ended.result().join();
        assertThat(failure(ended.stdin().orElseThrow().write(new byte[1])).reason())
                .isEqualTo(Reason.EXECUTION_FAILED);
    }

    @Test
    void writesThatWaitWhenTheProcessEndsAreDone() {
        SandboxProcess process = open(p -> p.holdInput().started());
        CompletableFuture<Void> write = process.stdin().orElseThrow().write(new byte[1]);
        await().until(() -> processes.size() == 1 && processes.get(0).inputWaiting() == 1);
        processes.get(0).exit(0);

        write.join();
        process.result().join();
    }

    @Test
    void aCommandWithoutOpenInputHasNoWriter() {
        Sandbox sandbox = running(p -> p.started().exit(0));

        assertThat(sandbox.exec("tool").stdin()).isEmpty();
    }

    @Test
    void aSourceInMemoryIsWrittenAndEnded() {
        Sandbox sandbox = running(p -> p.onInputEnd(() -> p.exit(0)).started());
        SandboxProcess process = sandbox.exec(ExecRequest.builder("tool")
                .stdin(new Stdin.Bytes("abc".getBytes(StandardCharsets.UTF_8)))
                .build());

        process.result().join();
        assertThat(processes.get(0).input()).isEqualTo("abc");
        assertThat(process.stdin()).isEmpty();
    }

    @Test
    void aStreamIsReadAsTheGuestTakesItAndClosed() {
        var reads = new AtomicInteger();
        var closed = new CompletableFuture<Void>();
        InputStream source = new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("read in bulk");
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                return reads.incrementAndGet() > 100 ? -1 : Math.min(length, 1000);
            }

            @Override
            public void close() {
                closed.complete(null);
            }
        };
        Sandbox sandbox = running(p -> p.holdInput().started());
        SandboxProcess process = sandbox.exec(
                ExecRequest.builder("tool").stdin(new Stdin.Stream(source)).build());
        await().until(() -> processes.size() == 1 && processes.get(0).inputWaiting() == 1);
        assertThat(reads.get()).as("no more than the guest took").isLessThanOrEqualTo(2);

        processes.get(0).exit(0);
        process.result().join();
        closed.join();
    }

    @Test
    void aSourceThatFailsFailsTheCommand() {
        InputStream source = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("disk");
            }
        };
        Sandbox sandbox = running(ScriptedProcess::started);
        SandboxProcess process = sandbox.exec(
                ExecRequest.builder("tool").stdin(new Stdin.Stream(source)).build());

        assertThat(failure(process.result())).hasRootCauseMessage("disk");
        await().until(() -> processes.get(0).cancelled());
    }

    @Test
    void theWriterIsAnOutputStreamToo() throws Exception {
        SandboxProcess process = open(p -> p.onInputEnd(() -> p.exit(0)).started());
        try (OutputStream stream = process.stdin().orElseThrow().asOutputStream()) {
            stream.write("abc".getBytes(StandardCharsets.UTF_8));
            stream.write('d');
        }

        process.result().join();
        assertThat(processes.get(0).input()).isEqualTo("abcd");
    }

    @Test
    void aPublisherCanBeTheInput() {
        SandboxProcess process = open(p -> p.onInputEnd(() -> p.exit(0)).started());
        process.stdin()
                .orElseThrow()
                .writeAll(Streams.fromInputStream(new ByteArrayInputStream(new byte[100_000]), Runnable::run))
                .join();

        process.result().join();
        assertThat(processes.get(0).input()).hasSize(100_000);
    }

    @Test
    void oneSourceAtATime() {
        assertThatThrownBy(() -> ExecRequest.builder("tool")
                        .stdin(Stdin.EMPTY)
                        .openStdin()
                        .build())
                .isInstanceOf(SandboxRefusedException.class);
    }

    private SandboxProcess open(java.util.function.Consumer<ScriptedProcess> script) {
        return running(script).exec(ExecRequest.builder("tool").openStdin().build());
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
