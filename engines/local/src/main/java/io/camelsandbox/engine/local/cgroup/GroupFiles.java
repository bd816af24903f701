package io.camelsandbox.engine.local.cgroup;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Reading, emptying and removing groups as folders. */
final class GroupFiles {

    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private GroupFiles() {}

    /** The number after {@code name} in a file of lines {@code name number}; 0 when there is none. */
    static long field(Path file, String name) {
        try {
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith(name + " ")) {
                    return Long.parseLong(line.substring(name.length() + 1).trim());
                }
            }
        } catch (IOException | NumberFormatException e) {
            // a kernel without it
        }
        return 0;
    }

    /** The words of a file of one line; none when it cannot be read. */
    static List<String> words(Path file) {
        try {
            String text = Files.readString(file).trim();
            return text.isEmpty() ? List.of() : List.of(text.split("\\s+"));
        } catch (IOException e) {
            return List.of();
        }
    }

    /** The processes in a group. */
    static List<Long> processes(Path group) {
        return words(group.resolve("cgroup.procs")).stream()
                .map(Long::valueOf)
                .filter(pid -> pid > 0)
                .toList();
    }

    /** Kills what is in a group, all at once where the kernel offers that. */
    static void kill(Path group) {
        Path killFile = group.resolve("cgroup.kill");
        if (Files.exists(killFile)) {
            try {
                Files.writeString(killFile, "1");
                return;
            } catch (IOException e) {
                // one by one then
            }
        }
        for (long pid : processes(group)) {
            if (pid != ProcessHandle.current().pid()) {
                ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    /**
     * Removes a group and the groups below it. The kernel refuses for some milliseconds after the last process has
     * gone.
     *
     * @return false when it is still there after {@code patience}
     */
    static boolean remove(Path group, long patience, TimeUnit unit) {
        long deadline = System.nanoTime() + unit.toNanos(patience);
        for (Path child : children(group)) {
            remove(child, Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        }
        while (true) {
            try {
                Files.deleteIfExists(group);
                return true;
            } catch (DirectoryNotEmptyException e) {
                return false;
            } catch (IOException e) {
                if (System.nanoTime() - deadline >= 0) {
                    return false;
                }
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    /** The groups right below a group. */
    static List<Path> children(Path group) {
        var found = new ArrayList<Path>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(group, Files::isDirectory)) {
            entries.forEach(found::add);
        } catch (IOException e) {
            return List.of();
        }
        return found;
    }
}
