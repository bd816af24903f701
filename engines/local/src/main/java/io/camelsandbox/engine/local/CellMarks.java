package io.camelsandbox.engine.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Marks in a runtime folder, beside the sockets of sandboxes that may outlive their JVM. Each names the first process of
 * one of them; as long as that lives the folder, its groups and its processes are not swept.
 */
final class CellMarks {

    private static final String SUFFIX = ".pid";

    private CellMarks() {}

    static void write(Path socket, Owner process) throws IOException {
        Files.writeString(mark(socket), process.text());
    }

    /** Removes mark and socket. */
    static void delete(Path socket) throws IOException {
        Files.deleteIfExists(mark(socket));
        Files.deleteIfExists(socket);
    }

    private static Path mark(Path socket) {
        return socket.resolveSibling(socket.getFileName() + SUFFIX);
    }

    /** The runtime folder that a socket is in. */
    static Path folder(Path socket) {
        return socket.getParent().getParent();
    }

    /** True when a sandbox of a runtime folder may be alive. */
    static boolean anyAlive(Path folder) {
        try (DirectoryStream<Path> marks = Files.newDirectoryStream(folder.resolve("private"), "*" + SUFFIX)) {
            for (Path mark : marks) {
                if (isAlive(mark)) {
                    return true;
                }
            }
            return false;
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            // not ours to look at, and so not ours to sweep
            return true;
        }
    }

    /** As {@link #anyAlive(Path)} of the folder of that name, wherever it is: its processes tell. */
    static boolean anyAlive(String name) {
        Pattern users = Pattern.compile("(?:^|\\x00)(/[^\\x00]*?" + Pattern.quote("/" + name) + ")/");
        Set<String> folders = ProcessHandle.allProcesses()
                .map(process -> users.matcher(ProcFs.commandLine(process.pid())))
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
        return folders.stream().anyMatch(folder -> anyAlive(Path.of(folder)));
    }

    private static boolean isAlive(Path mark) throws IOException {
        try {
            String text = Files.readString(mark, StandardCharsets.US_ASCII);
            return Owner.parse(text).map(process -> !process.isDead()).orElse(false);
        } catch (NoSuchFileException e) {
            return false;
        }
    }
}
