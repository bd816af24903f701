package io.camelsandbox.component;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Output;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.camel.Converter;
import org.apache.camel.util.json.JsonObject;

/** A result as text, bytes and stream is its standard output; as map and JSON it is the whole of it. */
@Converter(generateLoader = true)
public final class SandboxResultConverter {

    private SandboxResultConverter() {}

    /** All of standard output that was kept, as text. */
    @Converter
    public static String toText(SandboxResult result) throws IOException {
        Output stdout = result.getExecution().stdout();
        return stdout.file().isPresent() ? new String(toBytes(result), StandardCharsets.UTF_8) : stdout.text();
    }

    /** All of standard output that was kept, as it was written. */
    @Converter
    public static byte[] toBytes(SandboxResult result) throws IOException {
        Output stdout = result.getExecution().stdout();
        if (stdout.file().isEmpty()) {
            return stdout.bytes().clone();
        }
        try (InputStream kept = stdout.open()) {
            return kept.readAllBytes();
        }
    }

    /** All of standard output that was kept, as a stream of its own. */
    @Converter
    public static InputStream toStream(SandboxResult result) throws IOException {
        return result.getExecution().stdout().open();
    }

    /** The fields of the result by their JSON names. */
    @Converter
    public static Map<String, Object> toMap(SandboxResult result) {
        return ResultJson.of(result);
    }

    /** The fields of the result by their JSON names. */
    @Converter
    public static JsonObject toJson(SandboxResult result) {
        return ResultJson.of(result);
    }

    /** The result as the library has it. */
    @Converter
    public static ExecutionResult toExecution(SandboxResult result) {
        return result.getExecution();
    }

    /** The result as a message has it: what an exception carries becomes readable as a body is. */
    @Converter
    public static SandboxResult toResult(ExecutionResult execution) {
        return new SandboxResult(execution);
    }

    /** All of standard output that was kept, as text. */
    @Converter
    public static String executionToText(ExecutionResult execution) throws IOException {
        return toText(new SandboxResult(execution));
    }

    /** All of standard output that was kept, as it was written. */
    @Converter
    public static byte[] executionToBytes(ExecutionResult execution) throws IOException {
        return toBytes(new SandboxResult(execution));
    }

    /** All of standard output that was kept, as a stream of its own. */
    @Converter
    public static InputStream executionToStream(ExecutionResult execution) throws IOException {
        return toStream(new SandboxResult(execution));
    }

    /** The fields of the result by their JSON names. */
    @Converter
    public static Map<String, Object> executionToMap(ExecutionResult execution) {
        return ResultJson.of(new SandboxResult(execution));
    }

    /** The fields of the result by their JSON names. */
    @Converter
    public static JsonObject executionToJson(ExecutionResult execution) {
        return ResultJson.of(new SandboxResult(execution));
    }
}
