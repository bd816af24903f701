package io.camelsandbox.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher as {@code ./run} starts it: what it prints and how it ends. */
@Timeout(120)
class LauncherTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    @Test
    void theTourShowsTheDocumentedOutputsOfAllSixExamples() {
        assertThat(run()).isZero();

        assertThat(out().lines().filter(line -> line.matches("[1-6]  .*exit 0 · \\d+ ms")))
                .hasSize(6);
        assertThat(out().lines().filter(line -> line.equals("   │ Hello, World!")))
                .hasSize(3);
        assertThat(out())
                .contains("   │ {\n   │   \"name\": \"test\",\n   │   \"value\": 42\n   │ }\n")
                .contains("   │ 3.141592653589793\n")
                .containsPattern("   │ total 0\n   │ d[rwxt-]+ .* \\.\n   │ d[rwxt-]+ .* \\.\\.\n")
                .contains("allowed_modules: [math]")
                .contains("filesystem, network");
        assertThat(err()).isEmpty();
    }

    @Test
    void theDoctorHasALineForEachGuaranteeAndEachLanguage() {
        assertThat(run("doctor")).isZero();

        assertThat(out())
                .contains("bubblewrap", "filesystem", "network", "memory", "cpu", "pids", "disk", "seccomp", "user")
                .contains("js ", "python ", "shell ")
                .contains("Everything that is required is there.");
    }

    @Test
    void routesOfAFileEndAfterTheirMessages() {
        assertThat(run("examples/shell-env.camel.yaml", "--max-messages", "1")).isZero();
        assertThat(out()).contains("1 route of examples/shell-env.camel.yaml running; ends after 1 message");
    }

    @Test
    void routesOfAFileEndAfterTheirSeconds() throws IOException {
        Path idle = write(
                "- route:\n    from:\n      uri: direct:idle\n      steps:\n        - log:\n            message: x\n");
        assertThat(run(idle.toString(), "--max-seconds", "1")).isZero();
        assertThat(out()).contains("ends after 1 s");
    }

    @Test
    void aRouteThatDoesNotLoadIsToldInOneParagraph() throws IOException {
        Path broken = write("- route:\n    from:\n      uri: timer:x\n      steps:\n        - sandbox.python:\n"
                + "            code: print(1)\n            tiemout: 3\n");

        assertThat(run(broken.toString(), "--max-messages", "1")).isEqualTo(1);
        assertThat(err()).contains("tiemout", "route.camel.yaml").doesNotContain("\tat ");
    }

    @Test
    void whatTheSandboxRefusesIsToldInItsOwnWords() throws IOException {
        Path slow = write("- route:\n    id: slow\n    from:\n      uri: timer:x\n      steps:\n"
                + "        - sandbox.python:\n            code: print(1)\n            timeout: 5000\n");

        assertThat(run(slow.toString(), "--max-messages", "1")).isEqualTo(1);
        assertThat(err())
                .contains("route slow: timeout=5000 means 5000 s, over the ceiling")
                .doesNotContain("#bean:");
    }

    @Test
    void wrongArgumentsAreToldWithWhatThereIs() {
        assertThat(run("--max-messages", "many")).isEqualTo(2);
        assertThat(run("nothing.camel.yaml")).isEqualTo(2);
        assertThat(run("--fast")).isEqualTo(2);
        assertThat(err())
                .contains("--max-messages needs a whole number above zero, not 'many'")
                .contains("there is no file nothing.camel.yaml")
                .contains("there is no option --fast")
                .contains("./run --help");
    }

    @Test
    void anInterruptEndsRoutesThatGoOn() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Launcher.class.getName(),
                        "examples/rest-run-code.camel.yaml",
                        "--port",
                        "18631")
                .redirectErrorStream(true)
                .start();
        try (var output = process.inputReader()) {
            assertThat(output.lines().anyMatch(line -> line.contains("Ctrl-C ends it")))
                    .isTrue();
            process.destroy();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    private int run(String... arguments) {
        return Launcher.run(
                arguments,
                new Screen(new PrintStream(out, true, StandardCharsets.UTF_8), false),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private Path write(String yaml) throws IOException {
        return Files.writeString(folder.resolve("route.camel.yaml"), yaml);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
