package io.camelsandbox.engine;

import io.camelsandbox.Output;
import io.camelsandbox.Spool;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects one stream of an execution: up to its cap in memory, beyond it in a spool file where there is one, and what
 * is beyond that is dropped. Memory grows with what comes, never with the cap. For one thread at a time.
 */
public final class OutputSink {

    private static final Logger LOG = LoggerFactory.getLogger(OutputSink.class);
    private static final int FIRST_SIZE = 1024;
    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 16;

    private final int cap;
    private final Optional<Spool> spool;
    private byte[] head = new byte[0];
    private int headLength;
    private long received;
    private long kept;
    private Path file;
    private FileChannel channel;
    private boolean spoolFailed;

    /** A sink that keeps {@code cap} bytes in memory and, where there is a spool, all that it may hold in a file. */
    public OutputSink(long cap, Optional<Spool> spool) {
        this.cap = (int) Math.min(cap, LARGEST_ARRAY);
        this.spool = spool;
    }

    /** How many bytes a sink with these limits keeps at the most; an engine may stop sending there. */
    public static long capacity(long cap, Optional<Spool> spool) {
        return spool.map(s -> Math.max(cap, s.maxBytes())).orElse(cap);
    }

    /** Takes all remaining bytes of {@code bytes}, and keeps of them what has room. */
    public void accept(ByteBuffer bytes) {
        received += bytes.remaining();
        if (file == null) {
            keepInMemory(bytes);
        }
        if (bytes.hasRemaining() && spool.isPresent() && !spoolFailed) {
            keepInFile(bytes);
        }
        bytes.position(bytes.limit());
    }

    /** A copy of what memory holds so far; that is all that came in as long as it is as long as {@link #received()}. */
    public byte[] head() {
        return Arrays.copyOf(head, headLength);
    }

    /** How many bytes came in so far, kept or not. */
    public long received() {
        return received;
    }

    /**
     * Ends the sink.
     *
     * @param produced how many bytes the execution wrote, also those that were never handed to this sink
     */
    public Output finish(long produced) {
        closeFile();
        long total = Math.max(produced, received);
        byte[] bytes = headLength == head.length ? head : Arrays.copyOf(head, headLength);
        head = bytes;
        return file == null ? Output.of(bytes, total) : Output.spooled(file, bytes, kept, total);
    }

    /** Ends the sink without a result; nothing is left on disk. */
    public void discard() {
        closeFile();
        deleteFile();
        head = new byte[0];
        headLength = 0;
    }

    private void keepInMemory(ByteBuffer bytes) {
        int count = Math.min(bytes.remaining(), cap - headLength);
        if (headLength + count > head.length) {
            long wanted = Math.max(Math.max(FIRST_SIZE, 2L * head.length), headLength + count);
            head = Arrays.copyOf(head, (int) Math.min(cap, wanted));
        }
        bytes.get(head, headLength, count);
        headLength += count;
    }

    private void keepInFile(ByteBuffer bytes) {
        long room = spool.get().maxBytes() - (file == null ? headLength : kept);
        if (room <= 0) {
            return;
        }
        try {
            if (file == null) {
                openFile(spool.get().folder());
            }
            writeAll(bytes.slice(bytes.position(), (int) Math.min(room, bytes.remaining())));
        } catch (IOException e) {
            spoolFailed = true;
            LOG.warn(
                    "Output is cut: its spool file in {} cannot be written",
                    spool.get().folder(),
                    e);
            if (kept < headLength) {
                closeFile();
                deleteFile();
            }
        }
    }

    private void openFile(Path folder) throws IOException {
        file = folder.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? Files.createTempFile(
                        folder,
                        "output-",
                        ".spool",
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
                : Files.createTempFile(folder, "output-", ".spool");
        channel = FileChannel.open(file, StandardOpenOption.WRITE);
        writeAll(ByteBuffer.wrap(head, 0, headLength));
    }

    private void writeAll(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            kept += channel.write(bytes);
        }
    }

    private void closeFile() {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                LOG.warn("The spool file {} was not closed", file, e);
            }
            channel = null;
        }
    }

    private void deleteFile() {
        if (file != null) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                LOG.warn("The spool file {} was not deleted", file, e);
            }
            file = null;
            kept = 0;
        }
    }
}
