package io.camelsandbox.engine.local.store;

import io.camelsandbox.Reason;
import io.camelsandbox.sandbox.SandboxSnapshotException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;

/** Reads an archive, and says that it ended only when its sum is right. */
final class ArchiveFileReader implements ArchiveReader {

    private static final int BUFFER = 65_536;

    private final StoredSnapshot snapshot;
    private final MessageDigest digest;
    private final InputStream compressed;
    private final InputStream plain;
    private final Runnable onClose;
    private boolean closed;

    private ArchiveFileReader(
            StoredSnapshot snapshot,
            MessageDigest digest,
            InputStream compressed,
            InputStream plain,
            Runnable onClose) {
        this.snapshot = snapshot;
        this.digest = digest;
        this.compressed = compressed;
        this.plain = plain;
        this.onClose = onClose;
    }

    /** Opens the archive of a snapshot that is ready. */
    static ArchiveReader open(StoredSnapshot snapshot, Path file, Runnable onClose) {
        MessageDigest digest = SafeFiles.sha256();
        InputStream source = null;
        try {
            source = Files.newInputStream(file);
            InputStream compressed = new DigestInputStream(source, digest);
            return new ArchiveFileReader(
                    snapshot, digest, compressed, new GZIPInputStream(compressed, BUFFER), onClose);
        } catch (IOException e) {
            closeQuietly(source);
            throw damaged(snapshot);
        }
    }

    @Override
    public synchronized int read(ByteBuffer bytes) {
        try {
            byte[] data = new byte[Math.min(bytes.remaining(), BUFFER)];
            int count = plain.read(data);
            if (count >= 0) {
                bytes.put(data, 0, count);
                return count;
            }
            compressed.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw damaged(snapshot);
        }
        if (!HexFormat.of().formatHex(digest.digest()).equals(snapshot.sha256().orElse(""))) {
            throw damaged(snapshot);
        }
        return -1;
    }

    private static SandboxSnapshotException damaged(StoredSnapshot snapshot) {
        String id = snapshot.snapshot().id();
        return new SandboxSnapshotException(
                Reason.FSS_RESTORE_FAILED,
                "the archive of snapshot " + id + " is damaged or gone: delete it, and take another",
                id);
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            closeQuietly(plain);
            onClose.run();
        }
    }

    private static void closeQuietly(InputStream stream) {
        if (stream != null) {
            try {
                stream.close();
            } catch (IOException e) {
                // it was only read
                return;
            }
        }
    }
}
