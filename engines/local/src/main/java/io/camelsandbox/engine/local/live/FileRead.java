package io.camelsandbox.engine.local.live;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.HostedProcess;
import io.camelsandbox.engine.HostedTransfer;
import io.camelsandbox.engine.ProcessExit;
import io.camelsandbox.engine.ProcessReceiver;
import io.camelsandbox.engine.ReadOrder;
import io.camelsandbox.engine.Receiver;
import io.camelsandbox.engine.StandardStream;
import io.camelsandbox.engine.local.outcome.Errno;
import io.camelsandbox.sandbox.SandboxFileException;
import java.nio.ByteBuffer;

/** A file on its way out of a sandbox: what the native program, as a reader inside, writes to its standard output. */
final class FileRead implements ProcessReceiver, HostedTransfer {

    private final ReadOrder order;
    private final Receiver<ByteBuffer> receiver;
    private final ByteBuffer head = ByteBuffer.allocate(Long.BYTES);
    private final ToolError error = new ToolError();
    private volatile HostedProcess process;
    private volatile boolean cancelled;
    private long reported;

    FileRead(ReadOrder order, Receiver<ByteBuffer> receiver) {
        this.order = order;
        this.receiver = receiver;
    }

    /** The reader; told before it says anything. */
    void begin(HostedProcess reader) {
        process = reader;
        if (cancelled) {
            reader.cancel();
        }
    }

    @Override
    public void started() {
        // its size comes first
    }

    @Override
    public void output(StandardStream stream, ByteBuffer bytes) {
        if (stream == StandardStream.STDERR) {
            error.add(bytes);
            return;
        }
        while (head.hasRemaining() && bytes.hasRemaining()) {
            head.put(bytes.get());
        }
        if (bytes.hasRemaining() && !cancelled) {
            reported += bytes.remaining();
            receiver.next(bytes);
        }
    }

    @Override
    public void exited(ProcessExit exit) {
        if (cancelled) {
            return;
        }
        if (exit.exitCode() == 0) {
            receiver.complete();
        } else {
            receiver.failed(problem());
        }
    }

    private SandboxException problem() {
        long errno = error.errno();
        if (errno == Errno.EFBIG) {
            return SandboxFileException.tooLarge(order.path(), "read", size(), order.maxBytes());
        }
        if (!head.hasRemaining() && size() != reported) {
            return new SandboxFileException(
                    Reason.FILE_TRUNCATED,
                    order.path(),
                    "ended after " + reported + " of " + size() + " bytes, or changed while it was read");
        }
        return Problems.file(order.path(), errno);
    }

    private long size() {
        return head.getLong(0);
    }

    @Override
    public void failed(SandboxException cause) {
        if (!cancelled) {
            receiver.failed(cause);
        }
    }

    @Override
    public void taken(long bytes) {
        process.taken(StandardStream.STDOUT, bytes);
    }

    @Override
    public void cancel() {
        cancelled = true;
        HostedProcess reader = process;
        if (reader != null) {
            reader.cancel();
        }
    }
}
