package io.camelsandbox.sandbox.state;

import io.camelsandbox.engine.HostedProcess;
import java.nio.ByteBuffer;

/** Writes one order after the other to a process, slice by slice as it takes them. */
final class OrderWriter {

    private static final int SLICE = 65_536;

    private final HostedProcess process;

    OrderWriter(HostedProcess process) {
        this.process = process;
    }

    /** Writes all of an order; comes when the last one was read whole, which its answer says. */
    void write(byte[] order) {
        next(ByteBuffer.wrap(order));
    }

    private void next(ByteBuffer rest) {
        int count = Math.min(SLICE, rest.remaining());
        ByteBuffer slice = rest.slice(rest.position(), count);
        rest.position(rest.position() + count);
        process.input(slice).whenComplete((taken, problem) -> {
            // a process that does not take it has ended, and that is reported
            if (problem == null && rest.hasRemaining()) {
                next(rest);
            }
        });
    }
}
