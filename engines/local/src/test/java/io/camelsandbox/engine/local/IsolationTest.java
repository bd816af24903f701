package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.Enforcement.Level;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Guarantee;
import io.camelsandbox.engine.EngineSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class IsolationTest {

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

    private static String output(String script) throws Exception {
        ExecutionResult result = engine.run(Executions.shell(script).build()).get(50, TimeUnit.SECONDS);
        return result.stdout().text() + result.stderr().text();
    }

    @Test
    void showsNoHostFiles() throws Exception {
        assertThat(output("ls /; ls /home; ls /root /var /opt /mnt /srv /sys /boot 2>&1 | grep -c 'No such file'"))
                .isEqualTo("bin\ncode\ndev\netc\nhome\nlib\n" + optional("lib32") + optional("lib64")
                        + "proc\nsandbox\nsbin\ntmp\nusr\nworkspace\nsandbox\n7\n");
    }

    private static String optional(String folder) {
        return Path.of("/" + folder).toFile().exists() ? folder + "\n" : "";
    }

    @Test
    void knowsOnlyMadeUpUsers() throws Exception {
        assertThat(output("cut -d: -f1 /etc/passwd; ls /etc/shadow 2>&1 | grep -c 'No such file'; id -un; hostname"))
                .isEqualTo("root\nsandbox\nnobody\n1\nsandbox\nsandbox\n");
    }

    @Test
    void writesOnlyToItsOwnFileSystem() throws Exception {
        String script =
                "for d in / /usr /etc /sandbox /dev /proc /bin /home; do touch $d/x 2>/dev/null && echo $d; done;"
                        + "for d in /tmp /workspace /code /home/sandbox /dev/shm; do touch $d/x || echo $d; done; echo end";
        assertThat(output(script)).isEqualTo("end\n");
    }

    @Test
    void hasNoNetworkButItsOwnLoopback() throws Exception {
        assertThat(output("grep -c : /proc/net/dev; grep -c . /proc/net/route")).isEqualTo("1\n1\n");
    }

    @Test
    void cannotHinderTheProcessThatEndsIt() throws Exception {
        assertThat(output("prlimit --pid 1 --nofile=3:3 && echo limited; renice -n 19 -p 1 && echo reniced;"
                        + " taskset -p 1 1 && echo bound; ulimit -n 100 && ulimit -n"))
                .doesNotContain("limited")
                .doesNotContain("reniced")
                .doesNotContain("bound")
                .contains("\n100\n");
    }

    @Test
    void leavesNoCoreToAProgramOfTheHost() throws Exception {
        assertThat(output("ulimit -c 0; ulimit -c unlimited; grep core /proc/self/limits"))
                .matches("Max core file size +1 +1 +bytes +\n");
    }

    @Test
    void seesItsOwnProcessesOnly() throws Exception {
        List<String> pids = output("cd /proc; ls -d [0-9]*").lines().toList();
        assertThat(pids).hasSizeLessThanOrEqualTo(3).contains("1");
    }

    @Test
    void hasNoDescriptorButItsThree() throws Exception {
        assertThat(output("ls /proc/$$/fd").lines())
                .filteredOn(fd -> !fd.equals("10"))
                .containsExactly("0", "1", "2");
    }

    @Test
    void isNobodySpecialOnTheHost() throws Exception {
        var future = engine.run(Executions.shell("sleep 173205").build());
        Awaitility.await().until(() -> !Leftovers.processes("173205").isEmpty());
        long hostUid = Folders.owner(
                Path.of("/proc", Leftovers.processes("173205").get(0).toString()));
        future.cancel(true);
        if (ProcFs.userId() == 0) {
            assertThat(hostUid).isGreaterThanOrEqualTo(UserIdClaims.DEFAULT_FIRST);
        } else {
            assertThat(hostUid).isEqualTo(ProcFs.userId());
        }
    }

    @Test
    void hasNoPrivilege() throws Exception {
        assertThat(output("grep -E 'CapEff|CapBnd|NoNewPrivs|Seccomp:' /proc/self/status"))
                .isEqualTo("CapEff:\t0000000000000000\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\n");
    }

    @Test
    void cannotHarmItsPid1() throws Exception {
        assertThat(output("kill -9 1; kill -STOP 1; kill -TERM 1; cat /proc/1/environ 2>&1 | wc -c; echo alive"))
                .endsWith("alive\n");
    }

    @Test
    void leavesNothingToTheNextSandbox() throws Exception {
        output("touch /tmp/left /dev/shm/left /workspace/left /home/sandbox/left");
        assertThat(output("ls /tmp /dev/shm /home/sandbox /workspace | grep -c left"))
                .isEqualTo("0\n");
    }

    @Test
    void saysWhatItEnforces() {
        var enforcement = engine.probe().enforcement();
        assertThat(List.of(Guarantee.FILESYSTEM, Guarantee.NETWORK, Guarantee.USER, Guarantee.SECCOMP, Guarantee.DISK))
                .allSatisfy(
                        guarantee -> assertThat(enforcement.level(guarantee)).isEqualTo(Level.ENFORCED));
    }
}
