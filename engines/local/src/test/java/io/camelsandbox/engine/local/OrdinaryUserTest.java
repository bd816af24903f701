package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same behaviour in a JVM without any privilege. */
@Timeout(300)
class OrdinaryUserTest {

    private static final int UID = 23_456;

    @Test
    void everythingWorksWithoutPrivilege(@TempDir Path folder) throws Exception {
        assumeThat(ProcFs.userId()).as("only root can become another user").isZero();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path log = folder.resolve("log");
        Process child = new ChildJvm()
                .as(UID, folder)
                .start(
                        TestClasses.class,
                        log,
                        LocalEngineTest.class.getName(),
                        IsolationTest.class.getName(),
                        FilesTest.class.getName(),
                        LifeTest.class.getName(),
                        CodeTest.class.getName(),
                        NoIsolationTest.class.getName(),
                        WithoutGroupsTest.class.getName());
        boolean ended = child.waitFor(280, TimeUnit.SECONDS);
        child.destroyForcibly();
        assertThat(ended).as("ended in time").isTrue();
        assertThat(child.exitValue()).as(Files.readString(log)).isZero();
    }
}
