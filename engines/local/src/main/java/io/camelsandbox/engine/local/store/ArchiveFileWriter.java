package io.camelsandbox.engine.local.store;

import io.camelsandbox.Reason;
import io.camelsandbox.sandbox.FileSystemSnapshot;
import io.camelsandbox.sandbox.SandboxSnapshotException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes an archive beside its place, and puts it there when it is whole and safe. */
final class ArchiveFileWriter implements ArchiveWriter {

    private static final Logger LOG = LoggerFactory.getLogger(ArchiveFileWriter.class);
    private static final int BUFFER = 65_536;
    /** Between two looks at what all archives take. */
    private static final long STEP = 4_194_304;

    private final SnapshotStore store;
    private final SnapshotRecords records;
    private final MessageDigest digest = SafeFiles.sha256();
    private StoredSnapshot snapshot;
    private final FileChannel channel;
    private final FastGzip out;
    private long nextLook = STEP;
    private boolean over;

    ArchiveFileWriter(SnapshotStore store, SnapshotRecords records, StoredSnapshot snapshot) throws IOException {
        this.store = store;
        this.records = records;
        this.snapshot = snapshot;
        this.channel = SafeFiles.create(records.unfinished(id()));
        this.out = new FastGzip(new DigestOutputStream(Channels.newOutputStream(channel), digest));
    }

    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, BUFFER);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }

    private String id() {
        return snapshot.snapshot().id();
    }

    @Override
    public synchronized void write(ByteBuffer bytes) {
        if (over) {
            return;
        }
        try {
            byte[] data = new byte[bytes.remaining()];
            bytes.get(data);
            out.write(data);
            if (channel.position() >= nextLook) {
                store.requireRoom();
                nextLook = channel.position() + STEP;
            }
        } catch (IOException e) {
            LOG.debug("Snapshot {} cannot be written", id(), e);
            fail("its archive cannot be written: " + e.getMessage());
            throw new SandboxSnapshotException(
                    Reason.FSS_CREATE_FAILED, "the archive of the snapshot cannot be written: " + e.getMessage(), id());
        } catch (SandboxSnapshotException e) {
            fail(e.getMessage());
            throw e;
        }
    }

    @Override
    public synchronized FileSystemSnapshot commit() {
        if (over) {
            return snapshot.snapshot();
        }
        try {
            out.finish();
            store.requireRoom();
            long size = channel.position();
            channel.force(true);
            out.close();
            SafeFiles.renameSafely(records.unfinished(id()), records.archive(id()));
            over = true;
            snapshot = snapshot.with(
                    snapshot.snapshot().ready(size, store.clock().instant()),
                    Optional.of(HexFormat.of().formatHex(digest.digest())));
            return store.settle(snapshot);
        } catch (IOException | SandboxSnapshotException e) {
            return fail("its archive cannot be kept: " + e.getMessage());
        }
    }

    @Override
    public synchronized FileSystemSnapshot fail(String reason) {
        if (over) {
            return snapshot.snapshot();
        }
        over = true;
        try (channel) {
            SafeFiles.delete(records.unfinished(id()));
            out.close();
        } catch (IOException e) {
            LOG.debug("The rest of the archive of snapshot {} could not be written", id(), e);
        }
        snapshot =
                snapshot.with(snapshot.snapshot().failed(reason, store.clock().instant()), Optional.empty());
        return store.settle(snapshot);
    }
}
