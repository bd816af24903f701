package io.camelsandbox.engine.local.conformance;

import io.camelsandbox.conformance.EngineSoak;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.Isolation;
import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.engine.local.LocalEngineProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many runs on the local engine leave no process, group, folder, mount, thread or descriptor. */
@Timeout(3600)
class LocalSoakTest extends EngineSoak {

    @TempDir
    private Path folder;

    @BeforeEach
    void openFolder() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Override
    protected SandboxEngine newEngine() {
        return new LocalEngineProvider()
                .create(new EngineSettings(Isolation.REQUIRED, Set.of(), Map.of("runtimeDir", folder.toString())));
    }

    /** Everything in the engine's folder, and every group named after it. */
    @Override
    protected long kept() {
        return entries(folder, "") + groups();
    }

    private long groups() {
        try (var names = Files.list(folder)) {
            return names.mapToLong(runtime -> entries(
                            Path.of("/sys/fs/cgroup"), runtime.getFileName().toString()))
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long entries(Path below, String nameHolds) {
        var count = new long[1];
        try {
            Files.walkFileTree(below, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
                    count[0] += path.toString().contains(nameHolds) ? 1 : 0;
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path path, IOException gone) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return count[0];
    }
}
