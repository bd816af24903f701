package io.camelsandbox.sandbox;

import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.HostedTransfer;
import io.camelsandbox.engine.LogEntry;
import io.camelsandbox.engine.Receiver;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/** A transfer of an engine as a stream: begun when somebody subscribes, cancelled when he has had enough. */
final class TransferPublisher<T> implements Flow.Publisher<T> {

    private final Function<Receiver<T>, HostedTransfer> begin;
    private final UnaryOperator<T> keep;
    private final ToLongFunction<T> size;
    private final Pipe<T> pipe;

    private HostedTransfer transfer;
    private long takenBefore;
    private boolean cancelledBefore;
    private boolean begun;

    private TransferPublisher(
            Function<Receiver<T>, HostedTransfer> begin,
            UnaryOperator<T> keep,
            ToLongFunction<T> size,
            Executor callers) {
        this.begin = begin;
        this.keep = keep;
        this.size = size;
        this.pipe = new Pipe<>(callers, this::taken, this::cancel);
    }

    static TransferPublisher<ByteBuffer> ofBytes(
            Function<Receiver<ByteBuffer>, HostedTransfer> begin, Executor callers) {
        return new TransferPublisher<>(
                begin,
                chunk -> ByteBuffer.wrap(Streams.bytes(chunk)).asReadOnlyBuffer(),
                ByteBuffer::remaining,
                callers);
    }

    static TransferPublisher<LogEntry> ofEntries(Function<Receiver<LogEntry>, HostedTransfer> begin, Executor callers) {
        return new TransferPublisher<>(begin, entry -> entry, entry -> entry.data().length, callers);
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        pipe.subscribe(subscriber);
        synchronized (this) {
            if (begun) {
                return;
            }
            begun = true;
        }
        HostedTransfer started;
        try {
            started = begin.apply(new Into());
        } catch (RuntimeException e) {
            pipe.fail(SandboxLife.asSandboxException(e));
            return;
        }
        long taken;
        boolean cancel;
        synchronized (this) {
            transfer = started;
            taken = takenBefore;
            cancel = cancelledBefore;
        }
        if (taken > 0) {
            started.taken(taken);
        }
        if (cancel) {
            started.cancel();
        }
    }

    private void taken(long bytes) {
        synchronized (this) {
            if (transfer == null) {
                takenBefore += bytes;
                return;
            }
        }
        if (bytes > 0) {
            transfer.taken(bytes);
        }
    }

    private void cancel() {
        synchronized (this) {
            cancelledBefore = true;
            if (transfer == null) {
                return;
            }
        }
        transfer.cancel();
    }

    private final class Into implements Receiver<T> {
        @Override
        public void next(T item) {
            pipe.put(keep.apply(item), size.applyAsLong(item));
        }

        @Override
        public void complete() {
            pipe.complete();
        }

        @Override
        public void failed(SandboxException cause) {
            pipe.fail(cause);
        }
    }
}
