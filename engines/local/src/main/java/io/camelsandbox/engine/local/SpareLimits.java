package io.camelsandbox.engine.local;

import io.camelsandbox.engine.WarmStart;

/**
 * What may be started ahead of its execution.
 *
 * @param warm   which kinds
 * @param count  the most of one key
 * @param memory the most bytes that all together may take, by estimate
 */
record SpareLimits(WarmStart warm, int count, long memory) {

    private static final long BOOTED = 16L << 20;
    private static final long BARE = 2L << 20;

    /** What a spare of a key is taken to cost, in bytes. */
    static long cost(SpareKey key) {
        return key.boot().isPresent() ? BOOTED : BARE;
    }
}
