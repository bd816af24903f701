package io.camelsandbox.engine.local.live;

import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.HostedProcess;
import io.camelsandbox.engine.ProcessExit;
import io.camelsandbox.engine.ProcessReceiver;
import io.camelsandbox.engine.StandardStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** Waits for a program inside a sandbox that the engine itself started, and keeps the first words of its complaints. */
abstract class ToolWatch implements ProcessReceiver {

    private static final int LONGEST = 300;

    private final CompletableFuture<ProcessExit> ended = new CompletableFuture<>();
    private final ByteArrayOutputStream complaint = new ByteArrayOutputStream();
    private HostedProcess process;

    /** The program; told before it says anything. */
    void begin(HostedProcess started) {
        process = started;
    }

    HostedProcess process() {
        return process;
    }

    /** Completed at its end, whatever its code; fails where there was none. */
    CompletableFuture<ProcessExit> ended() {
        return ended;
    }

    /** What it wrote to standard error, printable and not long. */
    String complaint() {
        String text = complaint.toString(StandardCharsets.UTF_8).strip();
        return text.codePoints()
                .map(c -> Character.isISOControl(c) ? ' ' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** Bytes of standard output; they are to be {@link HostedProcess#taken}. */
    abstract void output(ByteBuffer bytes);

    @Override
    public void started() {
        // its end is what counts
    }

    @Override
    public void output(StandardStream stream, ByteBuffer bytes) {
        if (stream == StandardStream.STDOUT) {
            output(bytes);
            return;
        }
        process.taken(stream, bytes.remaining());
        while (bytes.hasRemaining() && complaint.size() < LONGEST) {
            complaint.write(bytes.get());
        }
    }

    @Override
    public void exited(ProcessExit exit) {
        ended.complete(exit);
    }

    @Override
    public void failed(SandboxException cause) {
        ended.completeExceptionally(cause);
    }
}
