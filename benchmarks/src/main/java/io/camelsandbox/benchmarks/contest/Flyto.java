package io.camelsandbox.benchmarks.contest;

import io.camelsandbox.benchmarks.stats.Sample;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.camel.util.json.DeserializationException;
import org.apache.camel.util.json.JsonArray;
import org.apache.camel.util.json.JsonObject;
import org.apache.camel.util.json.Jsoner;

/**
 * The reference: the three modules of the Python package {@code flyto-core}, called and measured inside a Python process
 * of their own, so that it pays for nothing that its users do not pay for.
 */
public final class Flyto implements Contestant {

    public static final String NAME = "flyto-core";

    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader answers;

    /**
     * Starts the Python process.
     *
     * @param python the interpreter of an environment with the package in it
     * @param folder where the driver is written
     */
    public Flyto(Path python, Path folder) throws IOException {
        Path driver = folder.resolve("flyto_driver.py");
        try (InputStream source = Flyto.class.getResourceAsStream("/io/camelsandbox/benchmarks/flyto_driver.py")) {
            Files.copy(source, driver);
        }
        process = new ProcessBuilder(python.toString(), driver.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        requests = process.outputWriter(StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
        try {
            ask(new JsonObject());
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Sample latencies(TinyScript script, int count, Duration pause) throws IOException {
        JsonObject request = request("latency", script);
        request.put("count", count);
        request.put("pause", pause.toNanos() / 1e9);
        JsonArray nanos = (JsonArray) ask(request).get("nanos");
        return Sample.of(nanos.stream().mapToLong(n -> ((Number) n).longValue()).toArray());
    }

    @Override
    public double runsPerSecond(TinyScript script, int callers, Duration time) throws IOException {
        JsonObject request = request("throughput", script);
        request.put("callers", callers);
        request.put("seconds", time.toNanos() / 1e9);
        return ((Number) ask(request).get("rate")).doubleValue();
    }

    private static JsonObject request(String what, TinyScript script) {
        var request = new JsonObject();
        request.put("what", what);
        request.put("module", "sandbox.execute_" + script.id());
        request.put("script", script.code());
        return request;
    }

    private JsonObject ask(JsonObject request) throws IOException {
        String line;
        try {
            requests.write(request.toJson());
            requests.newLine();
            requests.flush();
            line = answers.readLine();
        } catch (IOException e) {
            throw new IOException("the Python process of " + NAME + " ended", e);
        }
        if (line == null) {
            throw new IOException("the Python process of " + NAME + " ended");
        }
        try {
            var answer = (JsonObject) Jsoner.deserialize(line);
            if (answer.containsKey("error")) {
                throw new IOException(NAME + ": " + answer.get("error"));
            }
            return answer;
        } catch (DeserializationException e) {
            throw new IOException(NAME + " gave an answer that is no JSON", e);
        }
    }

    @Override
    public void close() {
        try {
            requests.close();
        } catch (IOException e) {
            process.destroy();
        }
        process.onExit()
                .orTimeout(5, TimeUnit.SECONDS)
                .exceptionally(late -> process.destroyForcibly())
                .join();
    }
}
