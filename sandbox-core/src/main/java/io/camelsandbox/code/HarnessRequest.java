package io.camelsandbox.code;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What an interpreter's bootstrap reads from descriptor 3: a big-endian length of four bytes, and that many bytes of
 * fields with a NUL between them: version, code file, working directory, count and arguments, count and variables
 * ({@code NAME=value}), count and modules. NUL, because none of them may hold one anyway and every language splits at
 * it fast; the length, because a request that its writer did not finish must not run.
 */
final class HarnessRequest {

    private static final String VERSION = "1";

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
        byte[] body = String.join("\0", fields).getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Integer.BYTES + body.length)
                .putInt(body.length)
                .put(body)
                .array();
    }

    private static void add(List<String> fields, List<String> values) {
        fields.add(Integer.toString(values.size()));
        fields.addAll(values);
    }
}
