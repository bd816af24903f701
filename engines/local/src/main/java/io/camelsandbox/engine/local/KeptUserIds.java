package io.camelsandbox.engine.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Host user ids of sandboxes that may outlive their JVM, and so its claim: a file for each beside the claims, that names
 * the sandbox's first process. Once that is dead the file says nothing any more.
 */
final class KeptUserIds {

    private static final Logger LOG = LoggerFactory.getLogger(KeptUserIds.class);
    private static final String PREFIX = "kept-";

    private final Path folder;

    /** @param folder that of the claims; there once there is a claim */
    KeptUserIds(Path folder) {
        this.folder = folder;
    }

    void keep(long uid, Owner process) throws IOException {
        Files.writeString(file(uid), process.text());
    }

    void drop(long uid) {
        try {
            Files.deleteIfExists(file(uid));
        } catch (IOException e) {
            LOG.warn("The file of the kept user id {} could not be deleted: {}", uid, e.toString());
        }
    }

    /** Those whose sandbox may be alive; drops the others. */
    Set<Long> living() {
        var living = new HashSet<Long>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, PREFIX + "*")) {
            for (Path file : files) {
                String number = file.getFileName().toString().substring(PREFIX.length());
                if (isDead(file)) {
                    Files.deleteIfExists(file);
                } else if (number.matches("\\d{1,10}")) {
                    living.add(Long.valueOf(number));
                }
            }
        } catch (IOException e) {
            LOG.warn("The kept user ids in {} could not be read: {}", folder, e.toString());
        }
        return living;
    }

    private static boolean isDead(Path file) throws IOException {
        try {
            String text = Files.readString(file, StandardCharsets.US_ASCII);
            return Owner.parse(text).map(Owner::isDead).orElse(true);
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    private Path file(long uid) {
        return folder.resolve(PREFIX + uid);
    }
}
