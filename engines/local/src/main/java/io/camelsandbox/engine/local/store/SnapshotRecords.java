package io.camelsandbox.engine.local.store;

import io.camelsandbox.sandbox.document.SnapshotDocument;
import io.camelsandbox.sandbox.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files of snapshots: a folder for each, with its record and its archive. */
final class SnapshotRecords {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotRecords.class);
    private static final long FORMAT = 1;

    private final StateFolder folder;

    SnapshotRecords(StateFolder folder) {
        this.folder = folder;
    }

    List<String> ids() throws IOException {
        return SafeFiles.names(folder.snapshots());
    }

    Optional<StoredSnapshot> read(String id) throws IOException {
        if (!SafeFiles.isPlain(id)) {
            return Optional.empty();
        }
        Optional<String> text = SafeFiles.read(record(id));
        try {
            return text.map(SnapshotRecords::parse);
        } catch (RuntimeException e) {
            LOG.debug("The record of snapshot {} cannot be read", id, e);
            return Optional.empty();
        }
    }

    void write(StoredSnapshot stored) throws IOException {
        String id = SafeFiles.nameIsPlain(stored.snapshot().id());
        SafeFiles.folder(folder.snapshots().resolve(id));
        var map = new LinkedHashMap<String, Object>();
        map.put("format", FORMAT);
        map.put("request_key", stored.requestKey());
        map.put("owner", stored.owner());
        stored.sha256().ifPresent(sum -> map.put("sha256", sum));
        map.put("snapshot", SnapshotDocument.toMap(stored.snapshot()));
        SafeFiles.replace(record(id), Json.write(map));
    }

    /** Deletes the record, and then the rest. */
    void delete(String id) throws IOException {
        Files.deleteIfExists(record(id));
        SafeFiles.delete(folder.snapshots().resolve(id));
    }

    /** The archive of a snapshot that is ready. */
    Path archive(String id) {
        return folder.snapshots().resolve(id).resolve("archive.tar.gz");
    }

    /** The archive of a snapshot that is being taken. */
    Path unfinished(String id) {
        return folder.snapshots().resolve(id).resolve("archive.new");
    }

    /** Bytes that archives take, those that are being written too. */
    long used() throws IOException {
        long sum = 0;
        for (String id : ids()) {
            sum += size(archive(id)) + size(unfinished(id));
        }
        return sum;
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    private Path record(String id) {
        return folder.snapshots().resolve(id).resolve("record");
    }

    @SuppressWarnings("unchecked")
    private static StoredSnapshot parse(String text) {
        Map<String, Object> map = Json.parseObject(text);
        if (!Long.valueOf(FORMAT).equals(map.get("format"))) {
            throw new IllegalArgumentException("a record of another format: " + map.get("format"));
        }
        return new StoredSnapshot(
                SnapshotDocument.fromMap((Map<String, Object>) map.get("snapshot")),
                (String) map.get("request_key"),
                (String) map.get("owner"),
                Optional.ofNullable((String) map.get("sha256")));
    }
}
