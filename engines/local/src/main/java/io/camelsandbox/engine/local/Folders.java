package io.camelsandbox.engine.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Folders and files with exact permissions, whatever the umask; links are never followed. */
final class Folders {

    /** Only the owner may do anything. */
    static final String PRIVATE = "rwx------";
    /** Others may pass through to what they know by name. */
    static final String PASSABLE = "rwx--x--x";
    /** Others may look. */
    static final String READABLE = "rwxr-xr-x";

    private Folders() {}

    /** Makes a folder that must not be there yet. */
    static Path create(Path folder, String permissions) throws IOException {
        Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE)));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
        return folder;
    }

    /** Writes a file that everybody may read. */
    static void write(Path file, byte[] content) throws IOException {
        Files.write(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    }

    /** Deletes a folder and everything below it; what is not there is no error. */
    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException error) throws IOException {
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** The owner's number. */
    static long owner(Path path) {
        try {
            return ((Number) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS)).longValue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The first folder on the way to {@code path}, itself not counted, that others may not pass; null if there is none. */
    static Path firstClosedTo(Set<PosixFilePermission> needed, Path path) {
        try {
            for (Path folder = path.getParent(); folder != null; folder = folder.getParent()) {
                if (!Files.getPosixFilePermissions(folder).containsAll(needed)) {
                    return folder;
                }
            }
            return null;
        } catch (IOException e) {
            return path;
        }
    }
}
