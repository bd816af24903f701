package io.camelsandbox.benchmarks.measure;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this JVM uses, in bytes. */
public final class Memory {

    private static final String RESIDENT = "VmRSS:";

    private Memory() {}

    /** The heap in use after a collection. */
    public static long liveHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Direct buffers. */
    public static long direct() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    /** All that the kernel holds in memory for this process: heap, stacks, code, buffers, the JVM's own. */
    public static long resident() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith(RESIDENT)) {
                String kilobytes =
                        line.substring(RESIDENT.length()).replace("kB", "").strip();
                return Long.parseLong(kilobytes) << 10;
            }
        }
        throw new IOException("/proc/self/status does not say " + RESIDENT);
    }
}
