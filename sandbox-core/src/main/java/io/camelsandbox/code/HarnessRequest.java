package io.camelsandbox.code;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What an interpreter's bootstrap reads from descriptor 3: a big-endian length of four bytes, and that many bytes of
 * fields with a NUL between them: version, code file, working directory, count and arguments, count and variables
 * ({@code NAME=value}), count and modules. NUL, because none of them may hold one anyway and every language splits at
 * it fast; the length, because a request that its writer did not finish must not run.
 */
public final class HarnessRequest {

    private static final String VERSION = "1";
    private static final int CODE_FILE = 1;
    private static final int WORKING_DIR = 2;

    private HarnessRequest() {}

    static byte[] encode(
            String codeFile, String workingDir, List<String> args, Map<String, String> env, List<String> modules) {
        var fields = new ArrayList<String>();
        fields.add(VERSION);
        fields.add(codeFile);
        fields.add(workingDir);
        add(fields, args);
        add(
                fields,
                env.entrySet().stream()
                        .map(e -> e.getKey() + "=" + e.getValue())
                        .toList());
        add(fields, modules);
        return framed(fields);
    }

    private static byte[] framed(List<String> fields) {
        byte[] body = String.join("\0", fields).getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Integer.BYTES + body.length)
                .putInt(body.length)
                .put(body)
                .array();
    }

    /**
     * The same request with other paths, for an engine whose sandboxes have their folders elsewhere.
     *
     * @param request what {@link #encode} made
     * @param path    gives for the path of the code file, and of the working directory, the one to use
     */
    public static byte[] relocate(byte[] request, UnaryOperator<String> path) {
        var fields = new ArrayList<String>(fields(request));
        fields.set(CODE_FILE, path.apply(fields.get(CODE_FILE)));
        fields.set(WORKING_DIR, path.apply(fields.get(WORKING_DIR)));
        return framed(fields);
    }

    /** The fields of a request that {@link #encode} made, version first. */
    public static List<String> fields(byte[] request) {
        String body = new String(request, Integer.BYTES, request.length - Integer.BYTES, StandardCharsets.UTF_8);
        return List.of(body.split("\0", -1));
    }

    private static void add(List<String> fields, List<String> values) {
        fields.add(Integer.toString(values.size()));
        fields.addAll(values);
    }
}
