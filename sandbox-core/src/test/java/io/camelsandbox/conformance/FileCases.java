package io.camelsandbox.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.Language;
import io.camelsandbox.Limits;
import io.camelsandbox.Mount;
import io.camelsandbox.OutputFile;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.engine.Capability;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files in, files out, and folders of the host. */
public interface FileCases {

    ConformanceKit kit();

    private Outcome collecting(String code, String... globs) {
        kit().needs(Capability.OUTPUT_FILES);
        return kit().run(Language.SHELL, code, request -> request.outputFiles(List.of(globs)));
    }

    private static List<String> names(Outcome outcome) {
        return outcome.result().files().stream().map(OutputFile::name).toList();
    }

    @Test
    default void inputFilesAreThere() {
        byte[] bytes = {0, (byte) 0xff, '\n'};
        Map<String, byte[]> files = Map.of(
                "a.txt", "text".getBytes(StandardCharsets.UTF_8), "deep/er/b.bin", bytes, "é 😀.txt", new byte[0]);

        assertThat(kit().run(Language.PYTHON, """
                                import os
                                print(open('a.txt').read(), open('deep/er/b.bin', 'rb').read(), os.path.getsize('é 😀.txt'))
                                open('a.txt', 'a').write('!'); open('deep/new', 'w').close()
                                """, request -> request.inputFiles(files))
                        .stdout())
                .isEqualTo("text b'\\x00\\xff\\n' 0\n");
    }

    @Test
    default void largeInputFilesArriveWhole() {
        byte[] large = new byte[20_000_000];

        assertThat(kit().run(Language.SHELL, "wc -c <large", request -> request.inputFiles(Map.of("large", large)))
                        .stdout())
                .contains("20000000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "..", "/", "../x", "a/../b", "a/../../x", "/etc/x", "a//b", "a/", "./a", "a\0b", "a\nb"
            })
    default void namesThatLeaveTheWorkspaceOrHideAreRefused(String name) {
        Outcome outcome =
                kit().run(Language.SHELL, "echo ran", request -> request.inputFiles(Map.of(name, new byte[0])));

        assertThat(outcome.failure()).isInstanceOf(SandboxRefusedException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"../*", "/etc/*", "a/../../*", "/**", "..", "\0"})
    default void globsThatLeaveTheWorkspaceAreRefused(String glob) {
        kit().needs(Capability.OUTPUT_FILES);
        Outcome outcome = collecting("echo ran", glob);

        assertThat(outcome.failure()).isInstanceOf(SandboxRefusedException.class);
    }

    @Test
    default void outputFilesAreCollectedInTheOrderOfTheirNames() {
        Outcome outcome = collecting(
                "echo 1 >b.txt; echo 2 >a.txt; mkdir -p d/e; echo 3 >d/c.txt; echo 4 >d/e/f.txt; echo x >skip.bin",
                "*.txt",
                "d/**");

        assertThat(names(outcome)).containsExactly("a.txt", "b.txt", "d/c.txt", "d/e/f.txt");
        assertThat(outcome.result().files().get(0).content()).isEqualTo("2\n".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    default void outputFilesAreCollectedAfterATimeoutToo() {
        kit().needs(Capability.OUTPUT_FILES);
        Outcome outcome = kit().run(Language.SHELL, "echo kept >kept.txt; sleep 60", request -> request.outputFiles(
                        List.of("*.txt"))
                .limits(ConformanceKit.limits(1_000)));

        assertThat(outcome.ending()).isEqualTo("timed_out");
        assertThat(names(outcome)).containsExactly("kept.txt");
    }

    @Test
    default void nothingButRegularFilesIsCollected() {
        Outcome outcome = collecting("""
                ln -s /etc/passwd link; ln -s / root; ln -s . self; ln -s nowhere dangling; ln -s /proc/self/environ env
                mkfifo fifo; mkdir folder; python3 -c 'import socket; socket.socket(1).bind("socket")'
                ln -s /dev/zero zero; echo real >real; ln real hard; ln /etc/passwd stolen 2>/dev/null
                """, "**", "root/etc/passwd", "self/self/real");

        assertThat(names(outcome)).contains("real").isSubsetOf("real", "hard");
        assertThat(outcome.elapsed()).isLessThan(Duration.ofSeconds(4).plus(ConformanceKit.SLACK));
    }

    @Test
    default void aFolderSwappedForALinkWhileItIsReadLeadsNowhere() {
        kit().needs(Capability.OUTPUT_FILES);
        Outcome outcome = kit().run(
                        Language.SHELL,
                        "mkdir -p real; echo inside >real/hostname\n"
                                + "(while :; do mv real aside; ln -s /etc real; rm real; mv aside real; done) 2>/dev/null & sleep 0.4",
                        request -> request.outputFiles(List.of("real/*", "**/hostname")));

        assertThat(outcome.result().files())
                .allSatisfy(file -> assertThat(file.content()).isEqualTo("inside\n".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    default void aSparseFileOfATerabyteDoesNotComeBack() {
        Outcome outcome = collecting("truncate -s 1T huge; echo small >small; echo made", "*");

        boolean refused = outcome.error() != null;
        if (!refused) {
            assertThat(names(outcome)).containsExactly("small");
        }
        assertThat(outcome.elapsed()).isLessThan(Duration.ofSeconds(5).plus(ConformanceKit.SLACK));
    }

    @Test
    default void aFileThatGrowsWhileItIsReadDoesNotHoldTheResult() {
        Outcome outcome = collecting("(while :; do echo more >>log; done) & sleep 0.2; echo ended", "log");

        assertThat(outcome.elapsed()).isLessThan(Duration.ofSeconds(5).plus(ConformanceKit.SLACK));
        assertThat(outcome.anyResult().orElseThrow().stdout().text()).isEqualTo("ended\n");
    }

    @Test
    default void oddNamesDoNotConfuseTheCollection() {
        kit().needs(Capability.OUTPUT_FILES);
        Outcome outcome = kit().run(Language.PYTHON, """
                import os
                for name in [b'new\\nline', b'bad\\xff', b'-rf', b'*', b'..x', b'tab\\t', b' ', b'a' * 255, 'é'.encode(), b'\\\\']:
                    with open(name, 'wb') as f: f.write(b'x')
                print('made')
                """, request -> request.outputFiles(List.of("**")));

        assertThat(outcome.anyResult().orElseThrow().stdout().text()).isEqualTo("made\n");
        if (outcome.error() == null) {
            assertThat(names(outcome)).contains("-rf", "*", "é").noneMatch(name -> name.contains("/"));
        }
    }

    @Test
    default void deepTreesAndManyFilesDoNotHangTheCollection() {
        kit().needs(Capability.OUTPUT_FILES);
        String code = """
                import os
                for i in range(5000): open(f'f{i}.bin', 'w').close()
                open('wanted.txt', 'w').write('w')
                for i in range(1500):
                    os.mkdir('d'); os.chdir('d')
                print('made')
                """;
        Outcome outcome = kit().run(Language.PYTHON, code, request -> request.outputFiles(List.of("*.txt"))
                .limits(ConformanceKit.limits(20_000)));

        assertThat(outcome.anyResult().orElseThrow().stdout().text()).isEqualTo("made\n");
        assertThat(outcome.elapsed()).isLessThan(Duration.ofSeconds(12).plus(ConformanceKit.SLACK));
    }

    @Test
    default void aFileThatMayNotBeReadIsCollectedOrLeftOut() {
        Outcome outcome =
                collecting("echo x >closed; chmod 000 closed; mkdir shut; echo y >shut/z; chmod 000 shut", "**");

        assertThat(names(outcome)).isSubsetOf("closed", "shut/z");
    }

    @Test
    default void nothingOfTheRuntimeCanBeWritten() {
        Outcome outcome = kit().shell("""
                for p in / /usr /usr/bin /usr/lib /etc /sandbox /dev /proc /proc/sys/kernel; do
                  (echo x >$p/written) 2>/dev/null && echo "$p can be written"
                done
                (echo x >>/sandbox/init) 2>/dev/null && echo init
                (echo x >>/etc/passwd) 2>/dev/null && echo passwd
                echo end
                """);

        assertThat(outcome.stdout()).isEqualTo("end\n");
    }

    @Test
    default void aMountIsReadOnlyUnlessItSaysOtherwise(@TempDir Path folder) throws IOException {
        kit().needs(Capability.MOUNTS);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.writeString(folder.resolve("host.txt"), "from the host");
        Files.setPosixFilePermissions(folder.resolve("host.txt"), PosixFilePermissions.fromString("rw-rw-rw-"));
        String code = "cat /data/host.txt; echo from inside >/data/new.txt; echo $?";

        Outcome readOnly = kit().run(
                        Language.SHELL,
                        code + " 2>&1",
                        request -> request.mounts(List.of(new Mount(folder, "/data", false))));
        assertThat(readOnly.stdout()).startsWith("from the host").doesNotEndWith("\n0\n");
        assertThat(folder.resolve("new.txt")).doesNotExist();

        Outcome writable =
                kit().run(Language.SHELL, code, request -> request.mounts(List.of(new Mount(folder, "/data", true))));
        assertThat(writable.stdout()).isEqualTo("from the host0\n");
        assertThat(folder.resolve("new.txt")).hasContent("from inside");
        Files.deleteIfExists(folder.resolve("new.txt"));
    }

    @Test
    default void aMountThatIsNotThereIsRefused(@TempDir Path folder) {
        kit().needs(Capability.MOUNTS);
        var missing = new Mount(folder.resolve("missing"), "/data", false);

        Outcome outcome = kit().run(Language.SHELL, "echo ran", request -> request.mounts(List.of(missing)));

        assertThat(outcome.failure()).isInstanceOf(SandboxRefusedException.class);
        assertThat(outcome.failure().getMessage()).contains("missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/usr", "/proc", "/sandbox", "/code", "/dev/shm", "/etc", "/data/../usr", "/proc/self"})
    default void aMountOverTheRuntimeIsRefused(String target) {
        kit().needs(Capability.MOUNTS);
        var mount = new Mount(Path.of("/usr/lib"), target, false);

        Outcome outcome = kit().run(Language.SHELL, "echo ran", request -> request.mounts(List.of(mount)));

        assertThat(outcome.failure()).isInstanceOf(SandboxRefusedException.class);
    }

    @Test
    default void theNumberOfFilesIsLimited() {
        kit().needsEnforced(io.camelsandbox.Guarantee.DISK);
        Limits limits = ConformanceKit.limits(10_000).withFiles(500);

        Outcome outcome = kit().run(
                        Language.SHELL,
                        "i=0; while [ $i -lt 1000 ]; do : >/tmp/$i || exit 5; i=$((i+1)); done",
                        request -> request.limits(limits));

        assertThat(outcome.ending()).isEqualTo("disk_full");
    }
}
