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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many runs on the local engine leave no process, group, folder, mount, thread or descriptor. */
@Timeout(3600)
class LocalSoakTest extends EngineSoak {

    private final Set<String> names = new HashSet<>();

    @TempDir
    private Path folder;

    @BeforeEach
    void openFolder() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Override
    protected SandboxEngine newEngine() {
        return new LocalEngineProvider()
                .create(new EngineSettings(
                        Isolation.REQUIRED, Set.of(), Map.of("runtimeDir", folder.toString(), "spares", "none")));
    }

    @Override
    protected long kept() {
        return runtimeFolders().size() + groups().filter(LocalSoakTest::isInUse).count();
    }

    @Override
    protected long left() {
        return runtimeFolders().size() + groups().count();
    }

    private List<Path> runtimeFolders() {
        try (Stream<Path> entries = Files.walk(folder)) {
            List<Path> found = entries.filter(path -> !path.equals(folder)).toList();
            found.stream()
                    .filter(path -> path.getParent().equals(folder))
                    .forEach(path -> names.add(path.getFileName().toString()));
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Groups are named after the engine's folder. */
    private Stream<Path> groups() {
        var found = new ArrayList<Path>();
        try {
            Files.walkFileTree(Path.of("/sys/fs/cgroup"), new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
                    if (names.stream().anyMatch(path.toString()::contains)) {
                        found.add(path);
                    }
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
        return found.stream();
    }

    private static boolean isInUse(Path group) {
        try {
            return !Files.readString(group.resolve("cgroup.procs")).isBlank();
        } catch (IOException gone) {
            return false;
        }
    }
}
