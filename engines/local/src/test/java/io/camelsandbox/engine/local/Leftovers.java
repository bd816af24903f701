package io.camelsandbox.engine.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Looks for what engines may leave on the machine. */
public final class Leftovers {

    private Leftovers() {}

    /** Processes that have {@code trace} in their arguments, zombies not counted. */
    public static List<Long> processes(String trace) {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> pid != ProcessHandle.current().pid())
                .filter(pid -> ProcFs.commandLine(pid).contains(trace))
                .toList();
    }

    /** Children of this process that have ended and were not reaped, and those of its children. */
    public static long zombies() {
        return ProcessHandle.current()
                .descendants()
                .filter(child -> ProcFs.startTime(child.pid()).isEmpty())
                .count();
    }

    /** Groups whose name contains {@code trace}. */
    public static List<Path> groups(String trace) throws IOException {
        try (Stream<Path> found = Files.find(
                Path.of("/sys/fs/cgroup"),
                8,
                (path, attributes) -> attributes.isDirectory()
                        && path.getFileName().toString().contains(trace))) {
            return found.toList();
        }
    }

    /** Lines of this process's table of mounts. */
    public static List<String> mounts() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/mountinfo"));
    }

    /** This process's open descriptors. */
    public static int descriptors() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return (int) open.count();
        }
    }

    /** Runtime folders below {@code parent}. */
    public static List<Path> folders(Path parent) throws IOException {
        try (Stream<Path> entries = Files.list(parent)) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith(RuntimeFolder.PREFIX))
                    .toList();
        }
    }
}
