package io.camelsandbox.engine.local.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.camelsandbox.engine.local.ChildJvm;
import io.camelsandbox.engine.local.TestClasses;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same behaviour in a JVM without any privilege. */
@Timeout(300)
class LiveOrdinaryUserTest {

    private static final int UID = 23_458;

    @Test
    void everythingWorksWithoutPrivilege(@TempDir Path folder) throws Exception {
        boolean root = ((Number) Files.getAttribute(Path.of("/proc/self"), "unix:uid")).intValue() == 0;
        assumeThat(root).as("only root can become another user").isTrue();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path log = folder.resolve("log");
        Process child = new ChildJvm()
                .as(UID, folder)
                .start(
                        TestClasses.class,
                        log,
                        LiveLifeTest.class.getName(),
                        LiveExecTest.class.getName(),
                        LiveStreamsTest.class.getName(),
                        LiveTerminalTest.class.getName(),
                        LiveFilesTest.class.getName(),
                        LiveLogsTest.class.getName(),
                        LiveSnapshotsTest.class.getName(),
                        LiveRecordsTest.class.getName(),
                        LiveSpecTest.class.getName(),
                        LiveImagesTest.class.getName(),
                        LiveSessionTest.class.getName(),
                        LiveManyTest.class.getName(),
                        LiveLossTest.class.getName(),
                        AdoptionTest.class.getName());
        boolean ended = child.waitFor(280, TimeUnit.SECONDS);
        child.destroyForcibly();
        assertThat(ended).as("ended in time").isTrue();
        assertThat(child.exitValue()).as(Files.readString(log)).isZero();
    }
}
