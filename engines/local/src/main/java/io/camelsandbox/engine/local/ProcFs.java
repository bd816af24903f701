package io.camelsandbox.engine.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** The few things that only {@code /proc} tells. */
final class ProcFs {

    private static final Path PROC = Path.of("/proc");
    /** Counted from the field after the command's name. */
    private static final int START_TIME_FIELD = 19;

    private static final int STATE_FIELD = 0;
    private static final long KIB = 1_024;

    private ProcFs() {}

    /** When a process started, in clock ticks since boot; empty when it is not there or is a zombie. */
    static OptionalLong startTime(long pid) {
        try {
            String stat =
                    Files.readString(PROC.resolve(Long.toString(pid)).resolve("stat"), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            boolean gone = fields[STATE_FIELD].equals("Z") || fields[STATE_FIELD].equals("X");
            return gone ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(fields[START_TIME_FIELD]));
        } catch (IOException | RuntimeException e) {
            return OptionalLong.empty();
        }
    }

    /** True when that very process is alive. */
    static boolean isAlive(long pid, long startTime) {
        OptionalLong found = startTime(pid);
        return found.isPresent() && found.getAsLong() == startTime;
    }

    /** The arguments of a process, the NUL bytes between them kept; empty when they cannot be read. */
    static String commandLine(long pid) {
        try {
            return Files.readString(PROC.resolve(Long.toString(pid)).resolve("cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    /** Differs for each boot of the machine. */
    static String bootId() {
        return read("/proc/sys/kernel/random/boot_id").orElse("unknown");
    }

    /** The memory of this machine, in bytes; a very large number where it cannot be read. */
    static long totalMemory() {
        return read("/proc/meminfo")
                .flatMap(text -> text.lines()
                        .filter(line -> line.startsWith("MemTotal:"))
                        .findFirst())
                .map(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * KIB)
                .orElse(Long.MAX_VALUE);
    }

    /** The trimmed content of a small file; empty when it cannot be read. */
    static Optional<String> read(String file) {
        try {
            return Optional.of(
                    Files.readString(Path.of(file), StandardCharsets.ISO_8859_1).trim());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The number of the pid namespace that this JVM is in. */
    static String pidNamespace() {
        try {
            return Files.readSymbolicLink(PROC.resolve("self/ns/pid"))
                    .toString()
                    .replaceAll("\\D", "");
        } catch (IOException | RuntimeException e) {
            return "0";
        }
    }

    /** This process's effective user. */
    static long userId() {
        return read("/proc/self/status")
                .flatMap(status ->
                        status.lines().filter(line -> line.startsWith("Uid:")).findFirst())
                .map(line -> Long.parseLong(line.split("\\s+")[2]))
                .orElseThrow(() -> new IllegalStateException("/proc/self/status cannot be read"));
    }
}
