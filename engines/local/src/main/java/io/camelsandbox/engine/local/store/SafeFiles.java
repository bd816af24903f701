package io.camelsandbox.engine.local.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Files that are there whole or not at all, also after a crash, and that nobody else may look at. */
final class SafeFiles {

    private static final String TEMPORARY = ".new";
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]{1,200}");

    private SafeFiles() {}

    /** Makes a folder that may be there. */
    static Path folder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        return folder;
    }

    /** Replaces the content of a file at once. Two writers of one file must not be at it together. */
    static void replace(Path file, String content) throws IOException {
        Path temporary = temporary(file);
        try (FileChannel channel = create(temporary)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            // a file system may rename before it writes: without this an outage could leave an empty file
            channel.force(true);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** As {@link #replace} for what an outage of the machine may leave empty or drop, but not a crash of this JVM. */
    static void replaceLoosely(Path file, String content) throws IOException {
        Path temporary = temporary(file);
        try (FileChannel channel = create(temporary)) {
            channel.write(StandardCharsets.UTF_8.encode(content));
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Path temporary(Path file) {
        return file.resolveSibling(file.getFileName() + TEMPORARY);
    }

    /** Opens a new file, or one to be overwritten, for writing. */
    static FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    /** Gives a file whose content is safe its name, which is safe then too. */
    static void renameSafely(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        force(to.getParent());
    }

    private static void force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** The content of a small file; empty when it is not there. */
    static Optional<String> read(Path file) throws IOException {
        try {
            return Optional.of(Files.readString(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** The names in a folder; none when it is not there. */
    static List<String> names(Path folder) throws IOException {
        var names = new ArrayList<String>();
        try (var entries = Files.newDirectoryStream(folder)) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        } catch (NoSuchFileException e) {
            return List.of();
        }
        return names;
    }

    /** Deletes a folder or file and all below it; what is not there is no error, and links are not followed. */
    static void delete(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException error) throws IOException {
                Files.deleteIfExists(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** A name for a file that stands for a text of any length and form. */
    static String nameOf(String text) {
        return HexFormat.of().formatHex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** True for a name that leads nowhere else. */
    static boolean isPlain(String name) {
        return PLAIN.matcher(name).matches();
    }

    /** Refuses a name that would lead elsewhere; returns it. */
    static String nameIsPlain(String name) throws IOException {
        if (!isPlain(name)) {
            throw new IOException("not the name of a file of this store");
        }
        return name;
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
