package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Limits;
import io.camelsandbox.Mount;
import io.camelsandbox.OutputFile;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.engine.EngineSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FilesTest {

    private static LocalEngine engine;

    @BeforeAll
    static void start() {
        engine = new LocalEngine(EngineSettings.DEFAULTS);
        engine.start();
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    private static ExecutionResult run(Executions executions) throws Exception {
        try {
            return engine.run(executions.build()).get(50, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw (Exception) e.getCause();
        }
    }

    private static Map<String, String> files(ExecutionResult result) {
        return result.files().stream()
                .collect(
                        Collectors.toMap(OutputFile::name, file -> new String(file.content(), StandardCharsets.UTF_8)));
    }

    private static String inFolders(int levels, String script) {
        String name = "d".repeat(250);
        return "i=0; while [ $i -lt %d ]; do mkdir %s; cd -P %s; i=$((i+1)); done; %s"
                .formatted(levels, name, name, script);
    }

    @Test
    void pathsThatNobodyCanAskForAreNotCollected() throws Exception {
        assertThatThrownBy(() -> run(Executions.shell(inFolders(20, ": > f")).outputFiles("**")))
                .isInstanceOfSatisfying(
                        SandboxException.class, e -> assertThat(e.reason()).isEqualTo(Reason.FILE_IO_FAILED))
                .hasMessageContaining("4095 bytes");
        String nearly = inFolders(16, ": > " + "f".repeat(72) + "; : > g; : > " + "f".repeat(79));
        assertThat(files(run(Executions.shell(nearly).outputFiles("**")))).hasSize(1);
    }

    @Test
    void namesThatMeanSomethingElseElsewhereAreNotTaken() throws Exception {
        String script = "for n in good.txt '..\\up.txt' 'C:drive.txt' \"$(printf 'a\\nb.txt')\""
                + " \"$(printf 'a\\342\\200\\256txt.exe')\" \"$(printf 'a\\342\\200\\213.txt')\" \"$(printf '\\377.txt')\";"
                + " do : > \"$n\" || exit 9; done; ls | wc -l";
        ExecutionResult result = run(Executions.shell(script).outputFiles("**"));
        assertThat(result.stdout().text().trim())
                .as("lines for all but the hidden one")
                .isEqualTo("7");
        assertThat(files(result)).containsOnlyKeys("good.txt");
    }

    @Test
    void manyLongNamesDoNotFillTheMemoryOfTheJvm() throws Exception {
        String script = inFolders(15, "i=0; while [ $i -lt 5000 ]; do : > $i; i=$((i+1)); done");
        assertThatThrownBy(() -> run(Executions.shell(script).outputFiles("**")))
                .isInstanceOfSatisfying(
                        SandboxException.class, e -> assertThat(e.reason()).isEqualTo(Reason.FILE_TOO_LARGE));
    }

    @Test
    void putsFilesInAndTakesFilesOut() throws Exception {
        ExecutionResult result = run(Executions.shell("mkdir out; tr a-z A-Z < in/a.txt > out/b.txt; cat out/b.txt")
                .inputFile("in/a.txt", "abc")
                .outputFiles("out/**"));
        assertThat(result.stdout().text()).isEqualTo("ABC");
        assertThat(files(result)).containsExactly(Map.entry("out/b.txt", "ABC"));
    }

    @Test
    void takesFilesThatAreNamedOutright() throws Exception {
        ExecutionResult result = run(Executions.shell("echo 1 > a; echo 2 > b").outputFiles("b", "not-there", "a"));
        assertThat(result.files()).extracting(OutputFile::name).containsExactly("a", "b");
    }

    @Test
    void takesFilesAlsoAfterATimeout() throws Exception {
        ExecutionResult result = run(Executions.shell("echo 1 > a; sleep 30")
                .outputFiles("*")
                .limits(Limits.DEFAULTS.withTimeout(Duration.ofMillis(500))));
        assertThat(files(result)).containsExactly(Map.entry("a", "1\n"));
    }

    @Test
    void takesNothingButRegularFilesWithPlainNames() throws Exception {
        String script = "echo good > good.txt; ln -s /etc/passwd link.txt; ln -s /proc/self/environ env.txt;"
                + "ln -s / root; mkfifo fifo.txt; ln -s good.txt inner.txt; mkdir folder.txt;"
                + "echo x > \"$(printf 'new\\nline.txt')\"; echo x > \"$(printf 'bad\\377utf8.txt')\";"
                + "printf secret > .hidden.txt; ln good.txt hard.txt";
        ExecutionResult result = run(Executions.shell(script).outputFiles("*.txt", "root/etc/passwd", "link.txt"));
        assertThat(files(result))
                .containsOnlyKeys("good.txt", "hard.txt", ".hidden.txt")
                .containsEntry("good.txt", "good\n");
    }

    @Test
    void aHugeSparseFileIsAnErrorThatKeepsTheResult() {
        assertThatThrownBy(() ->
                        run(Executions.shell("echo hi; truncate -s 1T big").outputFiles("big")))
                .isInstanceOfSatisfying(SandboxException.class, e -> {
                    assertThat(e.reason()).isEqualTo(Reason.FILE_TOO_LARGE);
                    assertThat(e.result().orElseThrow().stdout().text()).isEqualTo("hi\n");
                });
    }

    @Test
    void aVeryDeepTreeIsAnErrorThatKeepsTheResult() {
        String script = "i=0; while [ $i -lt 400 ]; do mkdir d && cd d || break; i=$((i+1)); done; touch x; echo hi";
        assertThatThrownBy(() -> run(Executions.shell(script).outputFiles("**/x")))
                .isInstanceOfSatisfying(SandboxException.class, e -> assertThat(
                                e.result().orElseThrow().stdout().text())
                        .isEqualTo("hi\n"));
    }

    @Test
    void inputFilesThatDoNotFitTogetherAreRefused() {
        assertThatThrownBy(() ->
                        run(Executions.shell("echo no").inputFile("a", "1").inputFile("a/b", "2")))
                .isInstanceOf(SandboxRefusedException.class);
    }

    @Test
    void mountsAreReadOnlyUnlessTheySayOtherwise(@TempDir Path host) throws Exception {
        Files.setPosixFilePermissions(host, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path in = Files.createDirectory(host.resolve("in"));
        Path out = Files.createDirectory(host.resolve("out"));
        Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.setPosixFilePermissions(in, PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.writeString(in.resolve("a"), "from the host");
        ExecutionResult result =
                run(Executions.shell("cat /data/in/a; touch /data/in/b || echo ro; echo 1 > /data/out/c")
                        .mounts(new Mount(in, "/data/in", false), new Mount(out, "/data/out", true)));
        assertThat(result.stdout().text()).isEqualTo("from the hostro\n");
        assertThat(out.resolve("c")).hasContent("1\n");
        assertThat(in.resolve("b")).doesNotExist();
    }

    @Test
    void aMountThatIsALinkShowsWhatItLeadsTo(@TempDir Path host) throws Exception {
        Files.setPosixFilePermissions(host, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(Files.createDirectory(host.resolve("real")).resolve("a"), "A");
        Path link = Files.createSymbolicLink(host.resolve("link"), Path.of("real"));
        assertThat(run(Executions.shell("cat /data/a").mounts(new Mount(link, "/data", false)))
                        .stdout()
                        .text())
                .isEqualTo("A");
    }

    @Test
    void aFileThatTheJvmCannotHoldIsToldByTheLimitAndTheEngineGoesOn(@TempDir Path place) throws Exception {
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path log = place.resolve("log");
        Process child = new ChildJvm().option("-Xmx64m").start(SmallHeap.class, log, place.toString());
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();

        assertThat(Files.readString(log))
                .contains("FILE_TOO_LARGE output file 'file' is too large: output files are held in the JVM's memory,"
                        + " and may together have half of its heap of ")
                .contains("20 MiB are there");
    }

    @Test
    void refusesMountsThatAreMissingOrCoverTheSandbox() {
        for (String target : new String[] {"/etc", "/usr/lib", "/proc/x", "/workspace", "/sandbox", "/data/../etc"}) {
            assertThatThrownBy(() -> run(Executions.shell("echo no").mounts(new Mount(Path.of("/usr"), target, false))))
                    .as(target)
                    .isInstanceOf(SandboxRefusedException.class)
                    .hasMessageContaining(target);
        }
        assertThatThrownBy(
                        () -> run(Executions.shell("echo no").mounts(new Mount(Path.of("/no/such"), "/data", false))))
                .isInstanceOf(SandboxRefusedException.class)
                .hasMessageContaining("/no/such");
    }
}
