package io.camelsandbox.engine.local.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.Reason;
import io.camelsandbox.engine.FileEntry;
import io.camelsandbox.engine.local.TestBytes;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.SandboxFileException;
import io.camelsandbox.sandbox.spec.MountedFile;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of a sandbox, read and written from outside. */
class LiveFilesTest extends LiveTest {

    private static String text(Sandbox sandbox, String... command) throws Exception {
        return get(sandbox.exec(command).result()).stdout().text();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_536, 3_000_000})
    void whatIsWrittenIsRead(int size) throws Exception {
        Sandbox sandbox = running();
        byte[] content = TestBytes.pattern(size);
        get(sandbox.writeFile("/workspace/new/folder/file", content));
        assertThat(get(sandbox.readFile("/workspace/new/folder/file"))).isEqualTo(content);
        assertThat(text(sandbox, "stat", "-c", "%s %a %U", "/workspace/new/folder/file"))
                .isEqualTo(size + " 644 sandbox\n");
    }

    @Test
    void aWriteReplacesAtOnceAndKeepsTheMode() throws Exception {
        Sandbox sandbox = running();
        text(sandbox, "sh", "-c", "echo old > /tmp/f; chmod 750 /tmp/f; ln /tmp/f /tmp/hard; ln -s /tmp/f /tmp/link");
        get(sandbox.writeFile("/tmp/f", bytes("new")));
        get(sandbox.writeFile("/tmp/link", bytes("own")));
        assertThat(text(sandbox, "sh", "-c", "cat /tmp/f /tmp/hard /tmp/link; stat -c ' %a %F' /tmp/f /tmp/link"))
                .isEqualTo("newold\nown 750 regular file\n 644 regular file\n");
    }

    @ParameterizedTest
    @CsvSource({
        "/tmp/none, FILE_NOT_FOUND",
        "/tmp/file/below, FILE_NOT_FOUND",
        "/tmp, FILE_IS_DIRECTORY",
        "/tmp/closed, FILE_PERMISSION_DENIED",
        "/tmp/fifo, FILE_IO_FAILED",
        "/dev/zero, FILE_IO_FAILED",
        "/tmp/loop, FILE_IO_FAILED",
        "/tmp/out, FILE_NOT_FOUND"
    })
    void whatCannotBeReadSaysWhy(String path, Reason reason) throws Exception {
        Sandbox sandbox = running();
        text(
                sandbox,
                "sh",
                "-c",
                "cd /tmp; echo > file; echo > closed; chmod 0 closed; mkfifo fifo; ln -s loop loop; "
                        + "ln -s ../../../../../../no/such/host/file out");
        assertThatThrownBy(() -> get(sandbox.readFile(path)))
                .cause()
                .isInstanceOfSatisfying(SandboxFileException.class, e -> {
                    assertThat(e.reason()).isEqualTo(reason);
                    assertThat(e.path()).isEqualTo(path);
                    assertThat(e.metadata()).containsEntry("filepath", path);
                });
    }

    @ParameterizedTest
    @CsvSource({"/usr/new, FILE_PERMISSION_DENIED", "/tmp, FILE_IS_DIRECTORY", "/tmp/file/below, FILE_NOT_FOUND"})
    void whatCannotBeWrittenSaysWhy(String path, Reason reason) throws Exception {
        Sandbox sandbox = running();
        text(sandbox, "touch", "/tmp/file");
        assertThatThrownBy(() -> get(sandbox.writeFile(path, bytes("x"))))
                .cause()
                .isInstanceOfSatisfying(
                        SandboxFileException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    @Test
    void aFileOverTheCapIsToldWithBothSizes() throws Exception {
        Sandbox sandbox = running();
        text(sandbox, "truncate", "-s", "300M", "/tmp/big");
        assertThatThrownBy(() -> get(sandbox.readFile("/tmp/big")))
                .cause()
                .isInstanceOfSatisfying(SandboxFileException.class, e -> {
                    assertThat(e.reason()).isEqualTo(Reason.FILE_TOO_LARGE);
                    assertThat(e.metadata())
                            .containsEntry("size_bytes", Long.toString(300L << 20))
                            .containsEntry("max_size_bytes", Long.toString(256L << 20));
                });
    }

    @Test
    void aFileThatShrinksWhileItIsReadIsTruncated() throws Exception {
        Sandbox sandbox = running();
        text(sandbox, "truncate", "-s", "50M", "/tmp/big");
        ChunkReader reader = ChunkReader.of(sandbox.readFileStreaming("/tmp/big"), 1);
        await().until(() -> reader.bytes() > 0);
        text(sandbox, "truncate", "-s", "1M", "/tmp/big");
        reader.resume();
        assertThatThrownBy(() -> get(reader.ended()))
                .cause()
                .isInstanceOfSatisfying(
                        SandboxFileException.class, e -> assertThat(e.reason()).isEqualTo(Reason.FILE_TRUNCATED));
    }

    @Test
    void aStreamThatIsGivenUpEndsItsReader() throws Exception {
        Sandbox sandbox = running();
        text(sandbox, "truncate", "-s", "50M", "/tmp/big");
        ChunkReader reader = ChunkReader.of(sandbox.readFileStreaming("/tmp/big"), 1);
        await().until(() -> reader.bytes() > 0);
        reader.cancel();
        await().untilAsserted(() -> assertThat(text(sandbox, "sh", "-c", "cat /proc/[0-9]*/cmdline | tr '\\0' ' '"))
                .doesNotContain("init read"));
    }

    @Test
    void aBrokenUploadLeavesWhatWasThere() throws Exception {
        Sandbox sandbox = running();
        get(sandbox.writeFile("/tmp/f", bytes("old")));
        assertThat(sandbox.writeFileStreaming("/tmp/f", TestBytes.failingAfter(1 << 20)))
                .failsWithin(Duration.ofSeconds(20));
        await().untilAsserted(() ->
                assertThat(text(sandbox, "sh", "-c", "cat /tmp/f; ls -A /tmp")).isEqualTo("oldf\n"));
    }

    @Test
    void nothingOutsideTheSandboxIsReachedByALink() throws Exception {
        Sandbox sandbox = running();
        text(sandbox, "sh", "-c", "ln -s / /tmp/root; ln -s /proc/self/root /tmp/magic");
        assertThat(get(sandbox.readFile("/tmp/root/etc/hostname"))).isEqualTo(bytes("sandbox\n"));
        assertThatThrownBy(() -> get(sandbox.readFile("/tmp/magic/etc/hostname")))
                .cause()
                .isInstanceOf(SandboxFileException.class);
    }

    @Test
    void listsAFolder() throws Exception {
        Sandbox sandbox = running();
        text(sandbox, "sh", "-c", "mkdir -p /tmp/d/e; echo abc > /tmp/d/f; ln -s f /tmp/d/l; mkfifo /tmp/d/e/p");
        assertThat(get(sandbox.listFiles("/tmp/d")))
                .containsExactly(
                        new FileEntry("e", FileEntry.Kind.FOLDER, 0),
                        new FileEntry("e/p", FileEntry.Kind.OTHER, 0),
                        new FileEntry("f", FileEntry.Kind.FILE, 4),
                        new FileEntry("l", FileEntry.Kind.LINK, 0));
        assertThatThrownBy(() -> get(sandbox.listFiles("/no/such")))
                .cause()
                .isInstanceOfSatisfying(
                        SandboxFileException.class, e -> assertThat(e.reason()).isEqualTo(Reason.FILE_NOT_FOUND));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/opt/conf/a", "/etc/app/settings", "/etc/hosts", "/workspace/in/data", "/usr/share/mine/x"})
    void mountedFilesAreThereFromTheStartAndCannotBeChanged(String path) throws Exception {
        Sandbox sandbox = running(
                SandboxSpec.builder().mountedFile(MountedFile.of(path, "given")).build());
        assertThat(get(sandbox.readFile(path))).isEqualTo(bytes("given"));
        assertThat(text(sandbox, "sh", "-c", "echo x 2>/dev/null > " + path + " || echo refused"))
                .isEqualTo("refused\n");
        assertThatThrownBy(() -> get(sandbox.writeFile(path, bytes("other"))))
                .cause()
                .isInstanceOfSatisfying(SandboxFileException.class, e -> assertThat(e.reason())
                        .isEqualTo(Reason.FILE_PERMISSION_DENIED));
        assertThat(text(sandbox, "sh", "-c", "ls /usr/bin/env /etc/passwd")).contains("env", "passwd");
    }
}
