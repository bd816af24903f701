package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Machines that do not allow sandboxes: start fails, and says what would mend it. */
@Timeout(120)
class ForbiddenTest {

    private static final int UID = 23_457;

    @TempDir
    private Path folder;

    @BeforeEach
    void open() throws Exception {
        assumeThat(ProcFs.userId()).as("only root can take something away").isZero();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private String probe(ChildJvm jvm) throws Exception {
        Path log = folder.resolve("log");
        Process child = jvm.start(PrintProbe.class, log);
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return Files.readString(log);
    }

    @Test
    void aContainerThatMasksProcIsToldWhichFlagsToUse() throws Exception {
        String script = "mount --make-rprivate / && mount -t tmpfs none /proc/irq && exec \"$@\"";
        assertThat(probe(new ChildJvm().inside("unshare", "-m", "sh", "-c", script, "sh")))
                .contains("sandbox | unavailable | ")
                .contains("systempaths=unconfined")
                .contains("unmask=ALL")
                .contains("filesystem | unavailable")
                .contains("not started: ")
                .doesNotContain("\nstarted");
    }

    @Test
    void forbiddenUserNamespacesAreToldByTheSettingThatForbidsThem() throws Exception {
        String script = "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$@\"";
        assertThat(probe(new ChildJvm().as(UID, folder).inside("unshare", "-U", "-r", "sh", "-c", script, "sh")))
                .contains("sysctl -w user.max_user_namespaces=")
                .contains("not started: ");
    }

    @Test
    void rootThatMayNotChangeUserIsToldSo() throws Exception {
        assertThat(probe(new ChildJvm().inside("setpriv", "--bounding-set=-setuid,-setgid", "--")))
                .contains("SETUID")
                .contains("not started: ");
    }

    @Test
    void rootOfARootlessContainerWorks() throws Exception {
        assertThat(probe(new ChildJvm().as(UID, folder).inside("unshare", "-U", "-r")))
                .contains("user | enforced | ")
                .endsWith("started\n");
    }

    @Test
    void aFullMachineWorks() throws Exception {
        assertThat(probe(new ChildJvm()))
                .contains("bubblewrap | enforced | ")
                .contains("seccomp | enforced | ")
                .endsWith("started\n");
    }
}
