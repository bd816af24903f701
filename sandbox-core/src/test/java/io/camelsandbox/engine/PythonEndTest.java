package io.camelsandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The end that Python says before it shuts down, in a process that nobody listens to: it exits there instead. */
@Timeout(60)
class PythonEndTest {

    private static final String BEGIN = """
            import atexit, gc, _warnings
            ending = Ending(atexit, gc, _warnings)
            """;

    private static final String END = """
            ending.begin(b'')
            ending.is_unobserved = lambda: True
            ending.exit = lambda code: (sys.stdout.write(f'said {code}'), sys.stdout.flush())
            ending.code = 3
            """;

    @Test
    void theEndIsSaidWhereNobodyElseWaitsForIt() throws Exception {
        assertThat(python(BEGIN + END)).isEqualTo("said 3");
    }

    @Test
    void handlersThatWereThereBeforeAreRunAndNoEndIsSaid() throws Exception {
        assertThat(python(BEGIN + "atexit.register(print, 'the site, too')\n" + END))
                .isEqualTo("the site, too\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "SystemExit() | 0",
                "SystemExit(7) | 7",
                "SystemExit(-1) | 255",
                "SystemExit(True) | 1",
                "SystemExit('words') | 1",
                "SystemExit(1 << 40) | None",
                "SystemExit([]) | None",
                "type('Own', (SystemExit,), {})(7) | None"
            })
    void onlyAPlainEndHasACode(String error, String code) throws Exception {
        assertThat(python("print(code_of(" + error + "))")).isEqualTo(code + "\n");
    }

    private static String python(String code) throws IOException, InterruptedException {
        String rules;
        try (InputStream file = HarnessFiles.class.getResourceAsStream("/io/camelsandbox/harness/python_end.py")) {
            rules = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
        Process process = new ProcessBuilder("python3", "-I", "-S", "-c", rules + code)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return output;
    }
}
