package io.camelsandbox.sandbox;

import io.camelsandbox.Output;
import io.camelsandbox.OutputPolicy;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.OutputSink;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.LongConsumer;

/**
 * One stream of a process: kept for its result as far as that goes, and handed to a subscriber where there is one. While
 * nobody has subscribed to a stream that is kept, the guest is not held up.
 */
final class ProcessOutput implements Flow.Publisher<ByteBuffer> {

    private final ExecRequest.Output mode;
    private final OutputSink kept;
    private final LongConsumer taken;
    private final Runnable overLimit;
    private final long capacity;
    private final Pipe<ByteBuffer> pipe;
    private boolean subscribed;

    /** A stream; {@code overLimit} is told, more than once, when more came than may be kept and that is to be the end. */
    ProcessOutput(ExecRequest request, Executor callers, LongConsumer taken, Runnable overLimit) {
        this.mode = request.output;
        this.kept = new OutputSink(mode == ExecRequest.Output.CAPTURE ? request.maxOutput : 0, request.spool());
        this.taken = taken;
        this.overLimit = overLimit;
        this.capacity = mode == ExecRequest.Output.CAPTURE && request.onOutputLimit == OutputPolicy.KILL
                ? OutputSink.capacity(request.maxOutput, request.spool())
                : Long.MAX_VALUE;
        this.pipe = new Pipe<>(callers, taken, () -> {});
    }

    /** Takes what the engine reports. */
    void accept(ByteBuffer bytes) {
        int count = bytes.remaining();
        boolean live;
        boolean over;
        synchronized (this) {
            live = subscribed || mode == ExecRequest.Output.STREAM;
            if (live) {
                pipe.put(ByteBuffer.wrap(Streams.bytes(bytes)).asReadOnlyBuffer(), count);
            }
            if (mode == ExecRequest.Output.CAPTURE) {
                kept.accept(bytes);
            }
            over = kept.received() > capacity;
        }
        if (!live) {
            taken.accept(count);
        }
        if (over) {
            overLimit.run();
        }
    }

    /** Ends the stream; what was kept of it. */
    synchronized Output finish(long produced) {
        pipe.complete();
        return kept.finish(mode == ExecRequest.Output.STREAM ? 0 : produced);
    }

    /** Ends the stream without a result. */
    synchronized void fail(Throwable cause) {
        pipe.fail(cause);
        kept.discard();
    }

    /** A subscriber that comes late first gets, in one piece, what was kept; if that is not all, it gets an error. */
    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        synchronized (this) {
            if (!subscribed && mode == ExecRequest.Output.CAPTURE && kept.received() > 0) {
                replay();
            }
            subscribed = true;
        }
        pipe.subscribe(subscriber);
    }

    private void replay() {
        byte[] head = kept.head();
        if (head.length == kept.received()) {
            pipe.put(ByteBuffer.wrap(head).asReadOnlyBuffer(), 0);
        } else {
            pipe.failInstead(new SandboxException(
                    Reason.STREAM_BACKPRESSURE,
                    "output was dropped before anybody subscribed: subscribe at once, or ask for a streaming command"));
        }
    }
}
