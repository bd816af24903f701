package io.camelsandbox.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A script cannot tell the bootstrap from the interpreter: exit code, stdout and stderr are the same to the byte. */
class HarnessBehaviourTest {

    private static final List<String> ARGS = List.of("a b", "-c");

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> pythonRunsAScriptAsItDoesAlone() throws Exception {
        List<String> python = List.of("/usr/bin/python3", "-I", "-B");
        return scripts("python-scripts.txt").flatMap(script -> bootModes()
                .map(mode -> test(script, mode, place -> {
                    var process = new HarnessProcess(place);
                    List<String> boot = new ArrayList<>(python);
                    boot.add(process.bootstrap("python.py"));
                    boot.addAll(mode);
                    assertSame(
                            process.plain(python, "main.py", script, ARGS),
                            process.harnessed(boot, "main.py", script, ARGS, List.of()));
                })));
    }

    @TestFactory
    Stream<DynamicTest> nodeRunsAScriptAsItDoesAlone() throws Exception {
        List<String> node = List.of("/usr/bin/node");
        return scripts("node-scripts.txt").flatMap(script -> bootModes()
                .map(mode -> test(script, mode, place -> {
                    var process = new HarnessProcess(place);
                    List<String> boot = new ArrayList<>(node);
                    boot.addAll(List.of(
                            "-r",
                            process.bootstrap("node.cjs"),
                            place.resolve("main.js").toString()));
                    boot.addAll(mode);
                    assertSame(
                            process.plain(node, "main.js", script, ARGS),
                            process.harnessed(boot, "main.js", script, ARGS, List.of()));
                })));
    }

    private static Stream<List<String>> bootModes() {
        return Stream.of(List.of(), List.of("--rehearse"));
    }

    private interface Comparison {
        void run(Path place) throws Exception;
    }

    private DynamicTest test(String script, List<String> mode, Comparison comparison) {
        String name = script.lines().findFirst().orElse("") + (mode.isEmpty() ? "" : " (rehearsed)");
        return dynamicTest(name, () -> comparison.run(Files.createTempDirectory(folder, "case")));
    }

    private static void assertSame(HarnessProcess.Ended plain, HarnessProcess.Ended harnessed) {
        assertThat(comparable(harnessed)).isEqualTo(comparable(plain));
    }

    /** Without what differs between any two processes. */
    private static HarnessProcess.Ended comparable(HarnessProcess.Ended ended) {
        return new HarnessProcess.Ended(ended.exitCode(), comparable(ended.stdout()), comparable(ended.stderr()));
    }

    private static String comparable(String text) {
        return text.replaceAll("0x[0-9a-f]+", "0x").replaceAll("\\(node:\\d+\\)", "(node)");
    }

    private static Stream<String> scripts(String resource) throws Exception {
        try (InputStream scripts = HarnessBehaviourTest.class.getResourceAsStream(resource)) {
            String text = new String(scripts.readAllBytes(), StandardCharsets.UTF_8);
            return Stream.of(text.split("\n---\n"));
        }
    }
}
