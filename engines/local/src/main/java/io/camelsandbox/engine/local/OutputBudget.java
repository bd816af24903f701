package io.camelsandbox.engine.local;

import io.camelsandbox.ByteSize;

/**
 * How many bytes of output files one execution may still hand over. They are held in this JVM's memory, which may be
 * less than what fits on the sandbox's disk.
 */
final class OutputBudget {

    /** What an array can hold. */
    private static final long MOST_OF_A_FILE = Integer.MAX_VALUE - 16;

    private final long heap;
    private final boolean byHeap;
    private long left;

    /**
     * A budget that nothing was taken from.
     *
     * @param disk the execution's limit on its disk, in bytes
     * @param heap the most memory that this JVM may use, in bytes
     */
    OutputBudget(long disk, long heap) {
        this.heap = heap;
        this.byHeap = heap / 2 < disk;
        this.left = Math.min(disk, heap / 2);
    }

    /** The most that the next file may have. */
    long ofNextFile() {
        return Math.min(left, MOST_OF_A_FILE);
    }

    void take(long bytes) {
        left -= bytes;
    }

    /** The limit that a file was over, and what to do about it. */
    String limit() {
        if (left > MOST_OF_A_FILE) {
            return "one may have at most " + MOST_OF_A_FILE + " bytes: split it";
        }
        return byHeap ? limitOfHeap() : "all output files together may have as many bytes as the limit 'disk' says";
    }

    /** The limit that this JVM's memory sets. */
    String limitOfHeap() {
        return "output files are held in the JVM's memory, and may together have half of its heap of "
                + ByteSize.format(heap) + ": give it more (-Xmx), or collect less";
    }
}
