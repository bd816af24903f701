package io.camelsandbox.engine.local.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.camelsandbox.conformance.Report;
import io.camelsandbox.engine.local.ChildJvm;
import io.camelsandbox.engine.local.TestClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kit in a JVM without any privilege. */
class OrdinaryUserConformanceTest {

    private static final int UID = 23_457;

    @ParameterizedTest
    @ValueSource(classes = {LocalConformanceTest.class, LocalWithoutGroupsConformanceTest.class})
    @Timeout(600)
    void passesWithoutPrivilege(Class<?> kit, @TempDir Path folder) throws Exception {
        assumeThat(JvmUser.isRoot()).as("only root can become another user").isTrue();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path reports = Files.createDirectory(folder.resolve("reports"));
        Files.setPosixFilePermissions(reports, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path log = folder.resolve("log");
        Process child = new ChildJvm()
                .as(UID, folder)
                .option("-D" + Report.FOLDER_PROPERTY + "=" + reports)
                .start(TestClasses.class, log, kit.getName());
        boolean ended = child.waitFor(560, TimeUnit.SECONDS);
        child.destroyForcibly();
        keep(reports);

        assertThat(ended).as("ended in time").isTrue();
        assertThat(child.exitValue()).as(Files.readString(log)).isZero();
    }

    private static void keep(Path reports) throws IOException {
        Path folder = Files.createDirectories(Path.of("target/conformance"));
        try (Stream<Path> files = Files.list(reports)) {
            for (Path file : files.toList()) {
                Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
