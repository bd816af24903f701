package io.camelsandbox.engine.local.seccomp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The kernel takes the filter, and programs run under it. */
@Timeout(60)
class SeccompKernelTest {

    private static final String PYTHON = "/usr/bin/python3";

    @TempDir
    private Path folder;

    @BeforeEach
    void writeFilter() throws IOException {
        Files.write(
                folder.resolve("filter"),
                SeccompFilter.forArchitecture(System.getProperty("os.arch")).program());
    }

    @Test
    void pythonHasThreadsProcessesSocketsAndDatabases() throws Exception {
        String code = """
                import asyncio, concurrent.futures as f, ctypes, multiprocessing as m, socket, sqlite3, subprocess, threading
                print(subprocess.run(["/bin/echo", "child"], capture_output=True, text=True).stdout.strip())
                print(asyncio.run(asyncio.sleep(0, "loop")))
                with f.ThreadPoolExecutor(4) as pool: print(sum(pool.map(abs, range(-4, 0))))
                with m.Pool(2) as pool: print(pool.map(abs, [-1, -2]))
                print(sqlite3.connect(":memory:").execute("select 40 + 2").fetchone()[0])
                s = socket.create_server(("127.0.0.1", 0)); c = socket.create_connection(s.getsockname())
                a, _ = s.accept(); c.sendall(b"net"); print(a.recv(3))
                print(socket.getaddrinfo("127.0.0.1", 80)[0][4])
                p = asyncio.run(asyncio.create_subprocess_exec("/bin/true")); print("end")
                """;

        assertThat(run(PYTHON, "-I", "-c", code))
                .isEqualTo("child\nloop\n10\n[1, 2]\n42\nb'net'\n('127.0.0.1', 80)\nend\n");
    }

    @Test
    void theKernelGivesTheAnswersOfTheRules() throws Exception {
        String code = """
                import ctypes, errno, fcntl, os, pty, socket, termios
                libc = ctypes.CDLL(None, use_errno=True)
                def name(): return errno.errorcode.get(ctypes.get_errno(), "OK")
                def call(nr, *args):
                    ctypes.set_errno(0); libc.syscall(nr, *args); return name()
                print("unshare", libc.unshare(0x10000000), name())
                print("io_uring", call(425, 4, ctypes.create_string_buffer(256)))
                print("clone3", call(435, 0, 0))
                print("mount_setattr", call(442, -1, 0, 0, 0, 0))
                print("landlock", call(444, 0, 0, 1))
                print("new", call(463))
                print("newest", call(100000))
                for family in (16, 17, 38, 40, 44):
                    try: socket.socket(family, 2); print("OPEN", family)
                    except OSError as e: print(family, errno.errorcode[e.errno])
                try: socket.socket(2, 3, 1); print("RAW")
                except OSError as e: print("raw", errno.errorcode[e.errno])
                host, guest = pty.openpty()
                try: fcntl.ioctl(guest, termios.TIOCSTI, b"x"); print("INJECTED")
                except OSError as e: print("sti", errno.errorcode[e.errno])
                ctypes.set_errno(0); libc.ioctl(guest, ctypes.c_ulong(0x100005412), b"x"); print("sti64", name())
                os.sync(); print("synced")
                """;

        assertThat(run(PYTHON, "-I", "-c", code).lines())
                .containsExactly(
                        "unshare -1 EPERM",
                        "io_uring ENOSYS",
                        "clone3 ENOSYS",
                        "mount_setattr EPERM",
                        "landlock OK",
                        "new ENOSYS",
                        "newest ENOSYS",
                        "16 EAFNOSUPPORT",
                        "17 EAFNOSUPPORT",
                        "38 EAFNOSUPPORT",
                        "40 EAFNOSUPPORT",
                        "44 EAFNOSUPPORT",
                        "raw EPROTONOSUPPORT",
                        "sti EPERM",
                        "sti64 EPERM",
                        "synced");
    }

    @Test
    void aJavaMachineRuns() throws Exception {
        Path source = folder.resolve("Hello.java");
        Files.writeString(source, """
                public class Hello {
                    public static void main(String[] args) throws Exception {
                        var pool = java.util.concurrent.Executors.newFixedThreadPool(3);
                        System.out.println(pool.submit(() -> "java").get());
                        pool.shutdown();
                        new ProcessBuilder("/bin/true").start().waitFor();
                    }
                }
                """);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();

        assertThat(run(java, source.toString())).isEqualTo("java\n");
    }

    private String run(String... command) throws IOException, InterruptedException {
        var line = new java.util.ArrayList<>(List.of(
                "/bin/sh",
                "-c",
                "exec bwrap --dev-bind / / --unshare-net --unshare-pid --die-with-parent --seccomp 9 -- \"$@\" 9<\"$0\"",
                folder.resolve("filter").toString()));
        line.addAll(List.of(command));
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(50, TimeUnit.SECONDS)).isTrue();
        return Files.readString(output, StandardCharsets.UTF_8);
    }
}
