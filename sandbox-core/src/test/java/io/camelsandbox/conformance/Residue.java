package io.camelsandbox.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What a JVM holds between runs.
 *
 * @param processes   below it, zombies too
 * @param descriptors open in it
 * @param threads     alive in it
 * @param mounts      in its mount namespace
 * @param own         what the engine under test counts on top, such as groups and folders
 */
public record Residue(long processes, long descriptors, long threads, long mounts, long own) {

    static Residue now(long own) {
        return new Residue(
                ProcessWatch.descendants().size(),
                entries(Path.of("/proc/self/fd")),
                Thread.getAllStackTraces().size(),
                mountCount(),
                own);
    }

    private static long entries(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long mountCount() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/mountinfo"))) {
            return lines.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** True where nothing is more than in {@code other}, but for {@code threads} that pools may add. */
    boolean noMoreThan(Residue other, int threadsMore) {
        return processes <= other.processes
                && descriptors <= other.descriptors
                && threads <= other.threads + threadsMore
                && mounts <= other.mounts
                && own <= other.own;
    }
}
