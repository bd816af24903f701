package io.camelsandbox.engine.local.store;

import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.sandbox.document.FactsDocument;
import io.camelsandbox.sandbox.document.SpecDocument;
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

/** The files of records and of request ids. */
final class SandboxRecords {

    private static final Logger LOG = LoggerFactory.getLogger(SandboxRecords.class);
    private static final long FORMAT = 1;
    private static final String RECORD = "record";

    private final StateFolder folder;

    SandboxRecords(StateFolder folder) {
        this.folder = folder;
    }

    List<String> ids() throws IOException {
        return SafeFiles.names(folder.sandboxes());
    }

    /** The record; empty where there is none that can be read. */
    Optional<StoredSandbox> read(String id) throws IOException {
        Optional<String> text = SafeFiles.read(file(id));
        try {
            return text.map(written -> parse(id, written));
        } catch (RuntimeException e) {
            // the parsers' messages name fields, never values
            LOG.debug("The record of sandbox {} cannot be read", id, e);
            return Optional.empty();
        }
    }

    void write(StoredSandbox sandbox) throws IOException {
        SafeFiles.folder(folder.sandboxes().resolve(SafeFiles.nameIsPlain(sandbox.id())));
        SafeFiles.replace(file(sandbox.id()), Json.write(document(sandbox)));
    }

    /** Deletes the record, then all that was beside it. */
    void delete(StoredSandbox sandbox) throws IOException {
        Path request = request(sandbox.requestId());
        if (SafeFiles.read(request).filter(sandbox.id()::equals).isPresent()) {
            Files.deleteIfExists(request);
        }
        Files.deleteIfExists(file(sandbox.id()));
        SafeFiles.delete(folder.sandboxes().resolve(sandbox.id()));
    }

    /** Deletes what has no record: a crash came between. */
    void deleteRemains(String id) throws IOException {
        if (!Files.exists(file(id))) {
            SafeFiles.delete(folder.sandboxes().resolve(id));
        }
    }

    /** The id of the sandbox that a request made, or was about to make. */
    Optional<String> made(String requestId) throws IOException {
        return SafeFiles.read(request(requestId)).filter(SafeFiles::isPlain);
    }

    void remember(String requestId, String id) throws IOException {
        SafeFiles.replaceLoosely(request(requestId), SafeFiles.nameIsPlain(id));
    }

    private Path request(String requestId) {
        return folder.requests().resolve(SafeFiles.nameOf(requestId));
    }

    private Path file(String id) throws IOException {
        return folder.sandboxes().resolve(SafeFiles.nameIsPlain(id)).resolve(RECORD);
    }

    private static Map<String, Object> document(StoredSandbox sandbox) {
        var map = new LinkedHashMap<String, Object>();
        map.put("format", FORMAT);
        map.put("request_id", sandbox.requestId());
        map.put("owner", sandbox.owner());
        map.put("spec", SpecDocument.toMap(sandbox.spec()));
        map.put("facts", FactsDocument.toMap(sandbox.facts()));
        sandbox.stop().ifPresent(stop -> map.put("stop", document(stop)));
        sandbox.cell().ifPresent(cell -> map.put("cell", document(cell)));
        return map;
    }

    private static Map<String, Object> document(StoredCell cell) {
        var map = new LinkedHashMap<String, Object>();
        map.put("process", cell.process());
        map.put("socket", cell.socket());
        map.put("uid", cell.uid());
        cell.group().ifPresent(group -> map.put("group", group));
        return map;
    }

    private static Map<String, Object> document(StoredStop stop) {
        var map = new LinkedHashMap<String, Object>();
        stop.requestId().ifPresent(id -> map.put("request_id", id));
        map.put("volumes", stop.volumes());
        map.put("snapshot_ids", stop.snapshotIds());
        return map;
    }

    private static StoredSandbox parse(String id, String text) {
        Map<String, Object> map = Json.parseObject(text);
        if (!Long.valueOf(FORMAT).equals(map.get("format"))) {
            throw new IllegalArgumentException("a record of another format: " + map.get("format"));
        }
        return new StoredSandbox(
                id,
                (String) map.get("request_id"),
                (String) map.get("owner"),
                SpecDocument.fromMap(object(map.get("spec"))),
                facts(map),
                Optional.ofNullable(map.get("stop")).map(stop -> stop(object(stop))),
                Optional.ofNullable(map.get("cell")).map(cell -> cell(object(cell))));
    }

    private static SandboxFacts facts(Map<String, Object> map) {
        return FactsDocument.fromMap(object(map.get("facts")));
    }

    private static StoredCell cell(Map<String, Object> map) {
        return new StoredCell(
                (String) map.get("process"),
                (String) map.get("socket"),
                (Long) map.get("uid"),
                Optional.ofNullable((String) map.get("group")));
    }

    private static StoredStop stop(Map<String, Object> map) {
        return new StoredStop(
                Optional.ofNullable((String) map.get("request_id")),
                texts(map.get("volumes")),
                texts(map.get("snapshot_ids")));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    private static List<String> texts(Object value) {
        return (List<String>) value;
    }
}
