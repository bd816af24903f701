package io.camelsandbox.engine.local.live;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Gathers what was taken of a stream: init hears of it in steps that are small against the window. */
final class OutputWindow {

    private static final long STEP = 65_536;

    private final AtomicLong gathered = new AtomicLong();
    private final LongConsumer open;

    /** @param open opens the window by so many bytes */
    OutputWindow(LongConsumer open) {
        this.open = open;
    }

    void taken(long bytes) {
        if (gathered.addAndGet(bytes) >= STEP) {
            long all = gathered.getAndSet(0);
            if (all > 0) {
                open.accept(all);
            }
        }
    }
}
