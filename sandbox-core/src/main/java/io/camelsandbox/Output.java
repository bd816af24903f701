package io.camelsandbox;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/** What one stream of an execution wrote, up to its cap. Can be read any number of times. */
public final class Output {

    private final byte[] head;
    private final long bytesProduced;
    private final boolean truncated;
    private final Path file;

    private Output(byte[] head, long bytesProduced, boolean truncated, Path file) {
        this.head = Objects.requireNonNull(head);
        this.bytesProduced = bytesProduced;
        this.truncated = truncated;
        this.file = file;
    }

    /**
     * Output held in memory.
     *
     * @param kept          the bytes that were kept; not copied, must not be changed
     * @param bytesProduced how many the execution wrote
     */
    public static Output of(byte[] kept, long bytesProduced) {
        return new Output(kept, bytesProduced, bytesProduced > kept.length, null);
    }

    /**
     * Output that went to a file.
     *
     * @param file          holds all that was kept; deleted by {@link #discard()}
     * @param head          the first bytes of it
     * @param kept          how many bytes are in the file
     * @param bytesProduced how many the execution wrote
     */
    public static Output spooled(Path file, byte[] head, long kept, long bytesProduced) {
        return new Output(head, bytesProduced, bytesProduced > kept, Objects.requireNonNull(file));
    }

    /** The bytes kept in memory: all that was kept, or where it was spooled to a file the first of it. Not a copy. */
    public byte[] bytes() {
        return head;
    }

    /**
     * {@link #bytes()} as text: UTF-8, decoded as a whole; what is not UTF-8 becomes U+FFFD, and a character that the
     * cap cut in two is left out.
     */
    public String text() {
        boolean cut = truncated || file != null;
        int end = cut ? Utf8.lengthOfWholeCharacters(head) : head.length;
        return new String(head, 0, end, StandardCharsets.UTF_8);
    }

    /** All that was kept, from memory or from the spool file. The caller closes it. */
    public InputStream open() throws IOException {
        return file == null ? new ByteArrayInputStream(head) : Files.newInputStream(file);
    }

    /** How many bytes the execution wrote to this stream, kept or not. */
    public long bytesProduced() {
        return bytesProduced;
    }

    /** True when less was kept than was written. */
    public boolean truncated() {
        return truncated;
    }

    /** The file that holds what was kept; empty where memory does. */
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /** Deletes the spool file, if there is one. */
    public void discard() throws IOException {
        if (file != null) {
            Files.deleteIfExists(file);
        }
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "Output[kept=" + head.length + ", produced=" + bytesProduced + "]";
    }
}
