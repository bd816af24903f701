package io.camelsandbox;

import java.time.Duration;

/**
 * The limits of one execution. Every limit always exists; there is no value for "unlimited".
 *
 * @param timeout   wall time
 * @param memory    bytes of memory, all processes together
 * @param cpu       processors, fractions allowed: 0.5 is half of one
 * @param pids      processes and threads alive at once
 * @param disk      bytes on all writable paths together
 * @param files     number of files and folders on all writable paths together
 * @param openFiles open descriptors of one process
 * @param output    bytes kept of each of stdout and stderr
 */
public record Limits(
        Duration timeout, long memory, double cpu, int pids, long disk, int files, int openFiles, long output) {

    /** 10 s, 512 MiB, one processor, 128 processes, 64 MiB and 16,384 files on disk, 1,024 descriptors, 1 MiB. */
    public static final Limits DEFAULTS =
            new Limits(Duration.ofSeconds(10), 512L << 20, 1.0, 128, 64L << 20, 16_384, 1_024, 1L << 20);

    /** The most that an endpoint may ask for unless the operator says otherwise. */
    public static final Limits CEILINGS =
            new Limits(Duration.ofMinutes(5), 4L << 30, 64.0, 4_096, 4L << 30, 1_048_576, 65_536, 256L << 20);

    public Limits {
        requirePositive("timeout", timeout.compareTo(Duration.ZERO) > 0);
        requirePositive("memory", memory > 0);
        requirePositive("cpu", cpu > 0 && !Double.isInfinite(cpu));
        requirePositive("pids", pids > 0);
        requirePositive("disk", disk > 0);
        requirePositive("files", files > 0);
        requirePositive("openFiles", openFiles > 0);
        requirePositive("output", output > 0);
    }

    private static void requirePositive(String name, boolean positive) {
        if (!positive) {
            throw new IllegalArgumentException(name + " must be greater than zero: every limit always exists");
        }
    }

    public Limits withTimeout(Duration value) {
        return new Limits(value, memory, cpu, pids, disk, files, openFiles, output);
    }

    public Limits withMemory(long value) {
        return new Limits(timeout, value, cpu, pids, disk, files, openFiles, output);
    }

    public Limits withCpu(double value) {
        return new Limits(timeout, memory, value, pids, disk, files, openFiles, output);
    }

    public Limits withPids(int value) {
        return new Limits(timeout, memory, cpu, value, disk, files, openFiles, output);
    }

    public Limits withDisk(long value) {
        return new Limits(timeout, memory, cpu, pids, value, files, openFiles, output);
    }

    public Limits withFiles(int value) {
        return new Limits(timeout, memory, cpu, pids, disk, value, openFiles, output);
    }

    public Limits withOpenFiles(int value) {
        return new Limits(timeout, memory, cpu, pids, disk, files, value, output);
    }

    public Limits withOutput(long value) {
        return new Limits(timeout, memory, cpu, pids, disk, files, openFiles, value);
    }
}
