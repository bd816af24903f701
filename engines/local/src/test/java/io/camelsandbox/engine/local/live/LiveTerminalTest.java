package io.camelsandbox.engine.local.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.ShellRequest;
import io.camelsandbox.sandbox.TerminalSession;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Terminals, as a person would use them. */
class LiveTerminalTest extends LiveTest {

    private static void type(TerminalSession session, String text) throws Exception {
        get(session.stdin().write(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    private static void awaitOutput(ChunkReader reader, String text) {
        await().untilAsserted(() -> assertThat(reader.text()).contains(text));
    }

    @Test
    void isATerminalOfTheGivenSizeThatCanBeChanged() throws Exception {
        Sandbox sandbox = running();
        try (TerminalSession session = sandbox.shell(ShellRequest.of(
                        "sh",
                        "-c",
                        "trap 'stty size' WINCH; test -t 0 && test -t 1 && test -t 2 && echo tty; stty size; "
                                + "while :; do sleep 0.1; done")
                .withSize(101, 37))) {
            ChunkReader reader = ChunkReader.of(session.output());
            awaitOutput(reader, "tty\r\n37 101\r\n");
            session.resize(66, 22);
            awaitOutput(reader, "22 66\r\n");
        }
    }

    @Test
    void controlCEndsTheForegroundJobAndNotTheShell() throws Exception {
        Sandbox sandbox = running();
        TerminalSession session = sandbox.shell(ShellRequest.of("/bin/bash", "--norc"));
        ChunkReader reader = ChunkReader.of(session.output());
        type(session, "sleep 1000; echo code=$?\n");
        get(sandbox.exec(
                        "/bin/sh",
                        "-c",
                        "until cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -q 'sleep 100[0]'; do :; done")
                .result());
        type(session, "\u0003");
        type(session, "echo still $((40 + 2))\n");
        awaitOutput(reader, "still 42");
        type(session, "exit 5\n");
        assertThat(get(session.exitCode())).isEqualTo(5);
    }

    @Test
    void hasJobControl() throws Exception {
        Sandbox sandbox = running();
        try (TerminalSession session = sandbox.shell(ShellRequest.of("/bin/bash", "--norc"))) {
            ChunkReader reader = ChunkReader.of(session.output());
            type(session, "sleep 1000 &\n");
            type(session, "fg\n");
            get(sandbox.exec(
                            "/bin/sh",
                            "-c",
                            "until cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -q 'sleep 100[0]'; do :; done")
                    .result());
            await().untilAsserted(() -> assertThat(reader.text()).matches("(?s).*\\$ fg\\R.*sleep 1000\\R.*"));
            type(session, "\u001a");
            awaitOutput(reader, "Stopped");
            type(session, "jobs -r | wc -l; echo $((1 + 1))nd\n");
            awaitOutput(reader, "2nd");
        }
    }

    @Test
    void endsAtTheEndOfItsInput() throws Exception {
        Sandbox sandbox = running();
        TerminalSession session = sandbox.shell(ShellRequest.of("cat"));
        ChunkReader reader = ChunkReader.of(session.output());
        type(session, "ab\u00ff\n");
        awaitOutput(reader, "ab\u00ff\r\nab\u00ff\r\n");
        get(session.stdin().close());
        assertThat(get(session.exitCode())).isZero();
    }
}
