package io.camelsandbox.engine.local.live;

import io.camelsandbox.engine.local.cgroup.GroupLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a cell is made from.
 *
 * @param image     the folder that is its root; empty for the host's own system
 * @param volumes   file systems of their own
 * @param files     files of the host, shown read-only
 * @param limits    memory, processors and processes
 * @param diskBytes size of the writable file system
 * @param diskFiles number of files on it
 * @param openFiles descriptors of one process
 */
public record CellPlan(
        Optional<Path> image,
        List<Scratch> volumes,
        List<ShownFile> files,
        GroupLimits limits,
        long diskBytes,
        long diskFiles,
        int openFiles) {

    /** A writable file system of {@code bytes} at {@code path}. */
    public record Scratch(String path, long bytes) {}

    /** A file {@code source} of the host at {@code target}. */
    public record ShownFile(Path source, String target) {}

    public CellPlan {
        Objects.requireNonNull(image);
        volumes = List.copyOf(volumes);
        files = List.copyOf(files);
        Objects.requireNonNull(limits);
    }
}
