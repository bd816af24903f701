package io.camelsandbox.engine.local.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.CodeRunner;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Language;
import io.camelsandbox.Stdin;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.Isolation;
import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.engine.WarmStart;
import io.camelsandbox.engine.local.LocalEngineProvider;
import io.camelsandbox.engine.local.PrefilledEngine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * A script cannot tell a sandbox whose interpreter waited for it from one that was made for it. A sample by default;
 * {@code -Ddifference.scripts=all} takes every script, {@code -Ddifference.seed=N} repeats a sample.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WarmAndColdTest {

    private static final String SAMPLE = "30";
    private static final byte[] INPUT = "line one\nline ü\n".getBytes(StandardCharsets.UTF_8);

    private final SandboxEngine warm = new PrefilledEngine(EngineSettings.DEFAULTS);
    private final SandboxEngine cold = new LocalEngineProvider()
            .create(new EngineSettings(Isolation.REQUIRED, Set.of(), Optional.of(WarmStart.NONE), false, Map.of()));

    /** How a run ended, without what differs between any two processes. */
    private record Ended(Termination termination, int exitCode, OptionalInt signal, String stdout, String stderr) {
        static Ended of(ExecutionResult result) {
            return new Ended(
                    result.termination(),
                    result.exitCode(),
                    result.signal(),
                    withoutAddresses(result.stdout().bytes()),
                    withoutAddresses(result.stderr().bytes()));
        }

        /** Every byte is a character of its own. */
        private static String withoutAddresses(byte[] bytes) {
            return new String(bytes, StandardCharsets.ISO_8859_1)
                    .replaceAll("0x[0-9a-f]+", "0x")
                    .replaceAll("refcount : \\d+", "refcount");
        }
    }

    @BeforeAll
    void start() {
        warm.start();
        cold.start();
    }

    @AfterAll
    void close() {
        cold.close();
        var spares = warm.stats().orElseThrow().spares();
        warm.close();
        assertThat(spares.hits()).as("warm runs, of %s", spares).isGreaterThan(10 * spares.misses());
    }

    @TestFactory
    Stream<DynamicTest> python() throws IOException {
        return comparisons(Language.PYTHON, "python-scripts.txt");
    }

    @TestFactory
    Stream<DynamicTest> node() throws IOException {
        return comparisons(Language.JS, "node-scripts.txt");
    }

    private Stream<DynamicTest> comparisons(Language language, String resource) throws IOException {
        return sample(scripts(resource)).stream()
                .map(script -> dynamicTest(script.lines().findFirst().orElse(""), () -> {
                    Ended expected = run(cold, language, script);
                    assertThat(run(warm, language, script)).isEqualTo(expected);
                }));
    }

    private static Ended run(SandboxEngine engine, Language language, String script) throws Exception {
        CodeRequest request = CodeRequest.builder(language, script)
                .args(List.of("a b", "-c", "ü"))
                .env(Map.of("GIVEN", "gi=ven ü"))
                .stdin(new Stdin.Bytes(INPUT))
                .build();
        return Ended.of(new CodeRunner(engine).run(request).get(60, TimeUnit.SECONDS));
    }

    private static List<String> scripts(String resource) throws IOException {
        try (InputStream scripts = CodeRequest.class.getResourceAsStream("code/" + resource)) {
            return Arrays.asList(new String(scripts.readAllBytes(), StandardCharsets.UTF_8).split("\n---\n"));
        }
    }

    private static List<String> sample(List<String> all) {
        String wanted = System.getProperty("difference.scripts", SAMPLE);
        if (wanted.equals("all")) {
            return all;
        }
        long seed = Long.getLong("difference.seed", System.nanoTime());
        System.out.println("warm and cold: " + wanted + " of " + all.size() + " scripts, -Ddifference.seed=" + seed);
        Collections.shuffle(all, new Random(seed));
        return all.subList(0, Math.min(all.size(), Integer.parseInt(wanted)));
    }
}
