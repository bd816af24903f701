package io.camelsandbox.component;

import io.camelsandbox.Reason;
import io.camelsandbox.sandbox.SandboxFileException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.apache.camel.converter.stream.FileInputStreamCache;
import org.apache.camel.support.SynchronizationAdapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes a file of a sandbox: a small one in memory, a larger one in a temporary file, one over the cap not at all. */
final class FileSink extends OutputStream {

    private static final Logger LOG = LoggerFactory.getLogger(FileSink.class);

    private final String path;
    private final long inMemory;
    private final long most;
    private final Supplier<Path> folder;
    private final ByteArrayOutputStream memory = new ByteArrayOutputStream();
    private Path file;
    private OutputStream target = memory;
    private long size;

    /**
     * A sink for one file.
     *
     * @param path     its name in the sandbox, for messages
     * @param inMemory how many bytes are kept in memory
     * @param most     how many bytes it may have
     * @param folder   where the temporary file is made, if one is
     */
    FileSink(String path, long inMemory, long most, Supplier<Path> folder) {
        this.path = path;
        this.inMemory = inMemory;
        this.most = most;
        this.folder = folder;
    }

    @Override
    public void write(int single) throws IOException {
        write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        size += length;
        if (size > most) {
            throw new SandboxFileException(
                    Reason.FILE_TOO_LARGE,
                    path,
                    "has more than " + most + " bytes: raise maxFileSize, or make it smaller in the sandbox");
        }
        if (file == null && size > inMemory) {
            file = Files.createTempFile(folder.get(), "file-", ".bin");
            target = Files.newOutputStream(file);
            memory.writeTo(target);
            memory.reset();
        }
        target.write(bytes, offset, length);
    }

    /** How many bytes it took. */
    long size() {
        return size;
    }

    @Override
    public void close() throws IOException {
        target.close();
    }

    /** The content as a body: bytes, or a stream of the temporary file, which is there until the exchange is done. */
    Object body(Exchange exchange) {
        if (file == null) {
            return memory.toByteArray();
        }
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange done) {
                discard();
            }
        });
        return new FileInputStreamCache(file.toFile());
    }

    /** Removes the temporary file. */
    void discard() {
        try {
            close();
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            LOG.warn("A temporary file of a sandbox's file could not be removed: {}", file.getFileName());
        }
    }
}
