package io.camelsandbox.benchmarks.soak;

import io.camelsandbox.benchmarks.measure.Memory;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/**
 * What this JVM and its children take at one moment.
 *
 * @param residentBytes all that the kernel holds in memory for this JVM
 * @param heapBytes     what is live on its heap
 * @param descriptors   open files and sockets
 * @param threads       of this JVM
 * @param processes     below this JVM, with all sandboxes that wait
 */
record Footprint(long residentBytes, long heapBytes, int descriptors, int threads, long processes) {

    static Footprint now() throws IOException {
        long heap = Memory.liveHeap();
        String[] descriptors = new File("/proc/self/fd").list();
        return new Footprint(
                Memory.resident(),
                heap,
                descriptors == null ? 0 : descriptors.length,
                ManagementFactory.getThreadMXBean().getThreadCount(),
                ProcessHandle.current().descendants().count());
    }
}
