package io.camelsandbox.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Language;
import io.camelsandbox.Reason;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.Isolation;
import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.engine.local.LocalEngine;
import io.camelsandbox.sandbox.ExecRequest;
import io.camelsandbox.sandbox.FileSystemSnapshot;
import io.camelsandbox.sandbox.LogRequest;
import io.camelsandbox.sandbox.OnTermination;
import io.camelsandbox.sandbox.ProcessResult;
import io.camelsandbox.sandbox.PythonFunction;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.SandboxFileException;
import io.camelsandbox.sandbox.SandboxFilter;
import io.camelsandbox.sandbox.SandboxFunction;
import io.camelsandbox.sandbox.SandboxProcess;
import io.camelsandbox.sandbox.SandboxSession;
import io.camelsandbox.sandbox.SandboxStatus;
import io.camelsandbox.sandbox.SandboxTimeoutException;
import io.camelsandbox.sandbox.Sandboxes;
import io.camelsandbox.sandbox.ShellRequest;
import io.camelsandbox.sandbox.SnapshotFilter;
import io.camelsandbox.sandbox.StopOptions;
import io.camelsandbox.sandbox.StopOptions.SnapshotOnStop;
import io.camelsandbox.sandbox.Streams;
import io.camelsandbox.sandbox.TerminalSession;
import io.camelsandbox.sandbox.WaitOutcome;
import io.camelsandbox.sandbox.Waiting;
import io.camelsandbox.sandbox.spec.ResourceOptions;
import io.camelsandbox.sandbox.spec.SandboxDefaults;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import io.camelsandbox.sandbox.spec.ScratchVolume;
import io.camelsandbox.sandbox.spec.Secret;
import io.camelsandbox.sandbox.spec.SecretProviders;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the page of sandboxes from Java shows. */
@Timeout(120)
class SandboxesTest {

    @TempDir
    private static Path stateFolder;

    @TempDir
    private Path folder;

    private static SandboxEngine engine;
    private static Sandboxes sandboxes;

    @BeforeAll
    static void start() {
        SandboxEngine engine = new LocalEngine(
                new EngineSettings(Isolation.REQUIRED, Set.of(), Map.of("stateDir", stateFolder + "/sandboxes")));
        engine.start();

        Sandboxes sandboxes = Sandboxes.on(engine);

        SandboxesTest.engine = engine;
        SandboxesTest.sandboxes = sandboxes;
    }

    @AfterAll
    static void stop() {
        sandboxes.close();
        engine.close();
    }

    @Test
    void aSandboxStaysUntilItIsStopped() {
        String output;
        try (Sandbox sandbox = sandboxes.run(SandboxSpec.builder().build()).join()) {
            sandbox.writeFile("/workspace/words.txt", "one two three".getBytes(StandardCharsets.UTF_8))
                    .join();
            ProcessResult counted =
                    sandbox.exec("wc", "-w", "/workspace/words.txt").result().join();

            output = counted.stdout().text();
        }
        assertThat(output).isEqualTo("3 /workspace/words.txt\n");
    }

    @Test
    void aSpecSaysWhatASandboxIsMadeFrom() {
        SandboxSpec spec = SandboxSpec.builder()
                .command("python3")
                .args(List.of("-m", "http.server", "8000"))
                .workingDir("/workspace")
                .env("MODE", "test")
                .resources(ResourceOptions.of("1", "256Mi"))
                .volume(ScratchVolume.at("data", "/data").withSize("64Mi"))
                .maxLifetime(Duration.ofMinutes(5))
                .tags("nightly", "team-a")
                .build();

        SandboxSpec whole = sandboxes.check(spec);
        assertThat(whole.scratchVolumes()).hasSize(1);
    }

    @Test
    void itIsFoundAgainByItsIdAndListed() {
        Sandbox started = sandboxes
                .run(SandboxSpec.builder().tags("nightly").build())
                .join()
                .waitUntilRunning()
                .join();
        String id = started.id().orElseThrow();

        Sandbox found = sandboxes.fromId(id).join();
        List<Sandbox> nightly = sandboxes
                .list(SandboxFilter.builder().tags(List.of("nightly")).build())
                .join();

        assertThat(found.status()).contains(SandboxStatus.RUNNING);
        assertThat(nightly).extracting(sandbox -> sandbox.id().orElseThrow()).containsExactly(id);

        sandboxes.delete(id).join();
        found.waitUntilComplete(Duration.ofSeconds(20), OnTermination.RETURN).join();
        assertThat(found.returnCode()).hasValue(137);
    }

    @Test
    void theEndOfTheMainProcessIsTheEndOfTheSandbox() {
        Sandbox job = sandboxes.run("sh", "-c", "echo working; exit 3").join();

        job.waitUntilComplete(Duration.ofSeconds(20), OnTermination.RAISE).join();
        int code = job.returnCode().orElseThrow();

        assertThat(code).isEqualTo(3);
        assertThat(job.status()).contains(SandboxStatus.COMPLETED);
    }

    @Test
    void aRepeatedRequestMakesOneSandbox() {
        SandboxSpec spec = SandboxSpec.builder().build();
        Sandbox first = sandboxes.create(spec, "order-4711").start().join();
        Sandbox again = sandboxes.create(spec, "order-4711").start().join();

        assertThat(again.id()).isEqualTo(first.id());
        first.stop(StopOptions.NOW).join();
    }

    @Test
    void aCommandTakesInputAndHasATimeLimit() {
        try (Sandbox sandbox = sandboxes.run(SandboxSpec.builder().build()).join()) {
            SandboxProcess sort = sandbox.exec(ExecRequest.builder("sort")
                    .env("LC_ALL", "C")
                    .timeout(Duration.ofSeconds(10))
                    .openStdin()
                    .build());
            sort.stdin().orElseThrow().writeLine("pear").join();
            sort.stdin().orElseThrow().writeLine("apple").join();
            sort.stdin().orElseThrow().close().join();

            String sorted = sort.result().join().stdout().text();
            assertThat(sorted).isEqualTo("apple\npear\n");

            SandboxProcess slow = sandbox.exec(ExecRequest.builder("sleep", "60")
                    .timeout(Duration.ofMillis(300))
                    .build());
            assertThatThrownBy(() -> slow.result().join()).hasCauseInstanceOf(SandboxTimeoutException.class);
        }
    }

    @Test
    void outputIsReadWhileTheCommandRuns() {
        try (Sandbox sandbox = sandboxes.run(SandboxSpec.builder().build()).join()) {
            var seen = new StringBuilder();
            SandboxProcess process = sandbox.exec(ExecRequest.builder("sh", "-c", "for i in 1 2 3; do echo $i; done")
                    .streaming()
                    .build());
            CompletableFuture<Void> read = Streams.forEach(
                    process.stdout(), chunk -> seen.append(new String(Streams.bytes(chunk), StandardCharsets.UTF_8)));
            Streams.discard(process.stderr());
            read.join();

            int code = process.exitCode().join();
            assertThat(code).isZero();
            assertThat(seen).hasToString("1\n2\n3\n");
        }
    }

    @Test
    void whatACommandStartedDiesWithItUnlessSaid() {
        try (Sandbox sandbox = sandboxes.run(SandboxSpec.builder().build()).join()) {
            sandbox.exec(ExecRequest.builder("sh", "-c", "sleep 300 > /dev/null 2>&1 &")
                            .background()
                            .build())
                    .result()
                    .join();

            String left = sandbox.exec("sh", "-c", "cat /proc/[0-9]*/cmdline | tr '\\0' ' '")
                    .result()
                    .join()
                    .stdout()
                    .text();
            assertThat(left).contains("sleep 300");
        }
    }

    @Test
    void aTerminalIsOpenedResizedAndClosed() {
        try (Sandbox sandbox = sandboxes.run(SandboxSpec.builder().build()).join()) {
            var screen = new StringBuffer();
            int code;
            try (TerminalSession terminal =
                    sandbox.shell(ShellRequest.of("/bin/sh").withSize(100, 30))) {
                CompletableFuture<Void> shown = Streams.forEach(
                        terminal.output(),
                        chunk -> screen.append(new String(Streams.bytes(chunk), StandardCharsets.UTF_8)));
                terminal.resize(120, 40);
                terminal.stdin().writeLine("stty size; exit 7").join();
                shown.join();

                code = terminal.exitCode().join();
            }
            assertThat(code).isEqualTo(7);
            assertThat(screen.toString()).contains("40 120");
        }
    }

    @Test
    void filesOfAnySizeGoInAndOut() throws Exception {
        Path upload = Files.write(folder.resolve("upload"), new byte[3_000_000]);
        Path download = folder.resolve("download");
        try (Sandbox sandbox = sandboxes.run(SandboxSpec.builder().build()).join()) {
            sandbox.writeFileStreaming(
                            "/workspace/data.bin",
                            Streams.fromInputStream(Files.newInputStream(upload), ForkJoinPool.commonPool()))
                    .join();

            try (InputStream content = Streams.toInputStream(sandbox.readFileStreaming("/workspace/data.bin"))) {
                Files.copy(content, download);
            }
            List<String> names = sandbox.listFiles("/workspace").join().stream()
                    .map(entry -> entry.path())
                    .toList();

            assertThat(download).hasSize(3_000_000);
            assertThat(names).hasSize(1).first().asString().endsWith("data.bin");
            try {
                sandbox.readFile("/workspace/missing").join();
            } catch (CompletionException e) {
                var missing = (SandboxFileException) e.getCause();
                assertThat(missing.reason()).isEqualTo(Reason.FILE_NOT_FOUND);
            }
        }
    }

    @Test
    void theLogIsReadFollowedAndKept() {
        Sandbox job = sandboxes
                .run("sh", "-c", "for i in 1 2 3; do echo line $i; sleep 0.1; done")
                .join();
        List<String> lines = new CopyOnWriteArrayList<>();
        Streams.forEach(job.logs(LogRequest.builder().follow().build()).lines(), lines::add)
                .join();

        List<String> last = new ArrayList<>();
        job.waitUntilComplete().join();
        Streams.forEach(job.logs(LogRequest.builder().tailLines(1).build()).lines(), last::add)
                .join();

        assertThat(lines).containsExactly("line 1\n", "line 2\n", "line 3\n");
        assertThat(last).containsExactly("line 3\n");
    }

    @Test
    void aVolumeIsKeptAndRestored() {
        SandboxSpec spec = SandboxSpec.builder()
                .volume(ScratchVolume.at("data", "/data").withSize("64Mi"))
                .build();
        Sandbox first = sandboxes.run(spec).join();
        first.writeFile("/data/note", "kept".getBytes(StandardCharsets.UTF_8)).join();
        FileSystemSnapshot snapshot = first.snapshot().join();
        first.stop(StopOptions.DEFAULT.withSnapshot(SnapshotOnStop.WAIT)).join();
        String atTheEnd = first.fileSystemSnapshotId().orElseThrow();

        SandboxSpec next = SandboxSpec.builder()
                .volume(ScratchVolume.at("data", "/data").withSize("64Mi").restoredFrom(snapshot.id()))
                .build();
        Sandbox second = sandboxes.run(next).join();
        byte[] note = second.readFile("/data/note").join();

        assertThat(note).asString().isEqualTo("kept");
        second.stop(StopOptions.NOW).join();
        List<FileSystemSnapshot> kept = sandboxes
                .listSnapshots(SnapshotFilter.ofSandbox(first.id().orElseThrow()))
                .join();
        assertThat(kept).extracting(FileSystemSnapshot::id).containsExactlyInAnyOrder(snapshot.id(), atTheEnd);
        kept.forEach(each -> sandboxes.deleteSnapshot(each.id()).join());
    }

    @Test
    void aSessionStopsAllThatBelongsToIt() {
        SandboxDefaults defaults = SandboxDefaults.of(
                        SandboxSpec.builder().env("MODE", "test").tags("batch").build())
                .withGrace(Duration.ofSeconds(1));
        Sandbox one;
        List<Sandbox> all;
        try (SandboxSession session = sandboxes.session(defaults)) {
            one = session.run(SandboxSpec.builder().build()).join();
            session.run(SandboxSpec.builder().tags("second").build()).join();

            all = session.list(SandboxFilter.ACTIVE).join();
        }
        assertThat(all).hasSize(2);
        assertThat(one.refreshStatus().join().terminal()).isTrue();
    }

    @Test
    void aFunctionIsCalledInASandboxOfItsOwn() {
        try (SandboxSession session = sandboxes.session()) {
            SandboxFunction area = session.function(SandboxSpec.builder().build(), PythonFunction.of("area", """
                            def area(width, height):
                                return {"area": width * height}
                            """));

            Object one = area.call(3, 4).join();
            List<CompletableFuture<Object>> calls = area.map(List.of(List.of(1, 2), List.of(5, 6)));
            List<Object> all = Waiting.all(calls).join();

            assertThat(one).isEqualTo(Map.of("area", 12L));
            assertThat(all).containsExactly(Map.of("area", 2L), Map.of("area", 30L));
        }
    }

    @Test
    void manyAreWaitedForAtOnce() {
        try (SandboxSession session = sandboxes.session()) {
            Sandbox sandbox = session.run(SandboxSpec.builder().build()).join();
            CompletableFuture<ProcessResult> quick = sandbox.exec("true").result();
            CompletableFuture<ProcessResult> slow = sandbox.exec("sleep", "60").result();

            WaitOutcome<ProcessResult> outcome = Waiting.first(1, Duration.ofSeconds(20), List.of(quick, slow))
                    .join();
            outcome.pending().forEach(pending -> pending.cancel(true));

            assertThat(outcome.done()).containsExactly(quick);
            assertThat(outcome.pending()).containsExactly(slow);
        }
    }

    @Test
    void codeRunsInItAndFindsWhatEarlierCodeLeft() {
        try (Sandbox sandbox = sandboxes.run(SandboxSpec.builder().build()).join()) {
            sandbox.runStateful(CodeRequest.builder(Language.PYTHON, "values = [1, 2, 4]")
                            .build())
                    .join();
            ExecutionResult sum = sandbox.runStateful(CodeRequest.builder(Language.PYTHON, "print(sum(values))")
                            .build())
                    .join();

            assertThat(sum.stdout().text()).isEqualTo("7\n");
        }
    }

    @Test
    void secretsComeFromAStoreAndStayInTheSandbox() throws Exception {
        Path secretsFolder = Files.createDirectories(folder.resolve("secrets"));
        Files.writeString(secretsFolder.resolve("token"), "s3cret");
        String length;
        try (Sandboxes withSecrets = Sandboxes.builder(engine)
                        .secrets("local", SecretProviders.files(secretsFolder))
                        .build();
                Sandbox sandbox = withSecrets
                        .run(SandboxSpec.builder()
                                .secret(Secret.of("local", "token").as("TOKEN"))
                                .build())
                        .join()) {
            length = sandbox.exec("sh", "-c", "printf %s \"$TOKEN\" | wc -c")
                    .result()
                    .join()
                    .stdout()
                    .text();
        }
        assertThat(length.strip()).isEqualTo("6");
    }
}
