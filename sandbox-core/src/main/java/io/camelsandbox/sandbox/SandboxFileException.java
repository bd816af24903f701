package io.camelsandbox.sandbox;

import io.camelsandbox.Quoted;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import java.util.Map;
import java.util.TreeMap;

/** A file in a sandbox could not be read or written; the reason, one of FILE_…, says why. */
public class SandboxFileException extends SandboxException {

    private static final long serialVersionUID = 1L;

    private final String path;
    private final TreeMap<String, String> metadata;

    /** A file at {@code path}; {@code problem} goes after its name in the message. */
    public SandboxFileException(Reason reason, String path, String problem) {
        this(reason, path, problem, Map.of());
    }

    /** A file of {@code size} bytes where {@code most} are allowed. */
    public static SandboxFileException tooLarge(String path, String operation, long size, long most) {
        return new SandboxFileException(
                Reason.FILE_TOO_LARGE,
                path,
                "has " + size + " bytes, over the cap of " + most + "; use the streaming call",
                Map.of(
                        "size_bytes", Long.toString(size),
                        "max_size_bytes", Long.toString(most),
                        "operation", operation));
    }

    private SandboxFileException(Reason reason, String path, String problem, Map<String, String> more) {
        super(reason, "file '" + Quoted.text(path) + "' in the sandbox " + problem);
        this.path = path;
        this.metadata = new TreeMap<>(more);
        this.metadata.put("filepath", path);
    }

    /** The path as it was given. */
    public String path() {
        return path;
    }

    /** {@code filepath}; where it was too large also {@code size_bytes}, {@code max_size_bytes}, {@code operation}. */
    @Override
    public Map<String, String> metadata() {
        return Map.copyOf(metadata);
    }
}
