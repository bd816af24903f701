package io.camelsandbox.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.camelsandbox.engine.HarnessFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A script cannot tell the bootstrap from the interpreter: exit code, stdout and stderr are the same to the byte. */
class HarnessBehaviourTest {

    private static final List<String> ARGS = List.of("a b", "-c", "ü");

    @TempDir
    Path folder;

    /** How an interpreter is started alone, and with its bootstrap. */
    private enum Booted {
        PYTHON("main.py", List.of("/usr/bin/python3", "-I", "-B")) {
            @Override
            List<String> boot(HarnessProcess process, Path place) {
                return List.of(process.bootstrap("python.py"));
            }
        },
        NODE("main.js", List.of("/usr/bin/node")) {
            @Override
            List<String> boot(HarnessProcess process, Path place) {
                return List.of(
                        "-r", process.bootstrap("node.cjs"), place.resolve(file).toString());
            }
        };

        final String file;
        final List<String> alone;

        Booted(String file, List<String> alone) {
            this.file = file;
            this.alone = alone;
        }

        abstract List<String> boot(HarnessProcess process, Path place);

        List<String> command(HarnessProcess process, Path place, List<String> more) {
            var command = new ArrayList<>(alone);
            command.addAll(boot(process, place));
            command.addAll(more);
            return command;
        }
    }

    @TestFactory
    Stream<DynamicTest> pythonRunsAScriptAsItDoesAlone() throws Exception {
        return Scripts.read("python-scripts.txt").map(script -> comparison(Booted.PYTHON, script));
    }

    @TestFactory
    Stream<DynamicTest> nodeRunsAScriptAsItDoesAlone() throws Exception {
        return Scripts.read("node-scripts.txt").map(script -> comparison(Booted.NODE, script));
    }

    private DynamicTest comparison(Booted booted, String script) {
        return dynamicTest(script.lines().findFirst().orElse(""), () -> {
            Path place = Files.createTempDirectory(folder, "case");
            var process = new HarnessProcess(place);
            var alone = process.plain(booted.alone, booted.file, script, ARGS);
            for (List<String> mode : List.of(List.<String>of(), List.of(HarnessFiles.REHEARSE))) {
                List<String> command = booted.command(process, place, mode);
                var harnessed = process.harnessed(command, booted.file, script, ARGS, List.of());
                assertThat(comparable(harnessed)).as("with %s", mode).isEqualTo(comparable(alone));
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void nothingRunsUnlessTheRequestIsWhole(Booted booted) throws Exception {
        var process = new HarnessProcess(folder);
        byte[] request = request(process, booted);
        for (int length : new int[] {0, 1, Integer.BYTES, Integer.BYTES + 1, request.length - 1}) {
            assertThat(process.harnessed(booted.command(process, folder, List.of()), Arrays.copyOf(request, length)))
                    .as("%d of %d bytes", length, request.length)
                    .isEqualTo(new HarnessProcess.Ended(0, "", ""));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRequestOfAnotherVersionIsRefused(Booted booted) throws Exception {
        var process = new HarnessProcess(folder);
        byte[] request = request(process, booted);
        request[Integer.BYTES] = '9';
        var ended = process.harnessed(booted.command(process, folder, List.of()), request);
        assertThat(ended.exitCode()).isEqualTo(70);
        assertThat(ended.stdout()).isEmpty();
        assertThat(ended.stderr()).contains("another version");
    }

    @ParameterizedTest
    @EnumSource
    void argumentsAndValuesArriveAsTheyAre(Booted booted) throws Exception {
        var process = new HarnessProcess(folder);
        String code = booted == Booted.PYTHON
                ? "import json, os, sys\nprint(json.dumps([*sys.argv[1:], os.environ['V']], ensure_ascii=False))"
                : "console.log('[' + [...process.argv.slice(2), process.env.V].map(x => JSON.stringify(x)).join(', ') + ']')";
        String value = "a\nb'c'$(id)`id`=" + "x".repeat(200 << 10);
        byte[] request = HarnessRequest.encode(
                process.code(booted.file, code).toString(),
                folder.toString(),
                List.of("", " ", "-e id", "--", HarnessFiles.REHEARSE, "😀"),
                Map.of("V", value),
                List.of());
        assertThat(process.harnessed(booted.command(process, folder, List.of()), request)
                        .stdout())
                .isEqualTo("[\"\", \" \", \"-e id\", \"--\", \"--rehearse\", \"😀\", \"" + value.replace("\n", "\\n")
                        + "\"]\n");
    }

    private byte[] request(HarnessProcess process, Booted booted) throws Exception {
        Path file = process.code(booted.file, booted == Booted.PYTHON ? "print('ran')" : "console.log('ran')");
        return HarnessRequest.encode(file.toString(), folder.toString(), List.of(), Map.of(), List.of());
    }

    /** Without what differs between any two processes. */
    private static HarnessProcess.Ended comparable(HarnessProcess.Ended ended) {
        return new HarnessProcess.Ended(ended.exitCode(), comparable(ended.stdout()), comparable(ended.stderr()));
    }

    private static String comparable(String text) {
        return text.replaceAll("0x[0-9a-f]+", "0x")
                .replaceAll("refcount : \\d+", "refcount")
                .replaceAll("\\(node:\\d+\\)", "(node)");
    }
}
