package io.camelsandbox.engine.local;

import io.camelsandbox.engine.GuestLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@code /etc} that guests see: users and hosts are made up, and of the host's own files only those are copied that
 * programs need to run and that say nothing about the host.
 */
final class GuestEtc {

    private static final Logger LOG = LoggerFactory.getLogger(GuestEtc.class);

    private static final String USER = GuestLayout.USER;

    private static final Map<String, String> SYNTHETIC = Map.of(
            "passwd",
                    "root:x:0:0:root:/root:/usr/sbin/nologin\n"
                            + USER + ":x:1000:1000:" + USER + ":" + GuestLayout.HOME + ":/bin/sh\n"
                            + "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n",
            "group", "root:x:0:\n" + USER + ":x:1000:\nnogroup:x:65534:\n",
            "hosts", "127.0.0.1 localhost " + USER + "\n::1 localhost\n",
            "nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\nservices: files\nprotocols: files\n",
            "hostname", USER + "\n",
            "resolv.conf", "");

    /** Without the linker's cache programs in unusual library folders do not start; the rest is tables. */
    private static final List<String> FILES =
            List.of("ld.so.cache", "ld.so.conf", "mime.types", "protocols", "services");

    /** Links in /usr go through alternatives; interpreters read their configuration. */
    private static final List<String> FOLDERS = List.of("ld.so.conf.d", "alternatives", "python3*", "java-*-openjdk");

    /** Most alternatives are pages of manuals, which nothing runs. */
    private static final String MANUAL = ".gz";

    private final Path host;

    /** Copies from {@code host}, a folder such as {@code /etc}. */
    GuestEtc(Path host) {
        this.host = host;
    }

    /** Fills the existing folder {@code target}. What the host does not have, or keeps to itself, is left out. */
    void fill(Path target) throws IOException {
        for (var file : SYNTHETIC.entrySet()) {
            Folders.write(target.resolve(file.getKey()), file.getValue().getBytes(StandardCharsets.UTF_8));
        }
        for (String name : FILES) {
            copyFile(host.resolve(name), target.resolve(name));
        }
        for (String pattern : FOLDERS) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(host, pattern)) {
                for (Path folder : folders) {
                    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                        copyFolder(folder, target.resolve(folder.getFileName()));
                    }
                }
            }
        }
    }

    private static void copyFolder(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Folders.create(to.resolve(from.relativize(folder).toString()), Folders.READABLE);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path copy = to.resolve(from.relativize(file).toString());
                if (file.toString().endsWith(MANUAL)) {
                    return FileVisitResult.CONTINUE;
                }
                if (attributes.isSymbolicLink()) {
                    Files.createSymbolicLink(copy, Files.readSymbolicLink(file));
                } else {
                    copyFile(file, copy);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException error) {
                LOG.debug("{} is not given to sandboxes: {}", file, error.toString());
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Only what everybody on the host may read. */
    private static void copyFile(Path from, Path to) throws IOException {
        boolean open = Files.isRegularFile(from)
                && Files.getPosixFilePermissions(from).contains(PosixFilePermission.OTHERS_READ);
        if (open) {
            Folders.write(to, Files.readAllBytes(from));
        }
    }
}
