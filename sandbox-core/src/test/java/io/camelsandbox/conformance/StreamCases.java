package io.camelsandbox.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.Language;
import io.camelsandbox.Limits;
import io.camelsandbox.Spool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run writes. */
public interface StreamCases {

    ConformanceKit kit();

    @Test
    default void bytesAreKeptAsTheyWereWritten() {
        Outcome outcome = kit().python("import os\nos.write(1, bytes(range(256))); os.write(2, b'\\xff\\x00')");

        var all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        assertThat(outcome.result().stdout().bytes()).isEqualTo(all);
        assertThat(outcome.result().stderr().bytes()).containsExactly(0xff, 0);
        assertThat(outcome.stderr()).isEqualTo("\uFFFD\0");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    default void theCapFallsOnAWholeCharacter(int cap) {
        Limits limits = ConformanceKit.limits(8_000).withOutput(cap);

        Outcome outcome = kit().run(
                        Language.PYTHON,
                        "import os; os.write(1, 'é€😀é€😀'.encode())",
                        request -> request.limits(limits));

        assertThat("é€😀é€😀").startsWith(outcome.stdout());
        assertThat(outcome.result().stdout().bytes()).hasSize(cap);
        assertThat(outcome.result().stdout().truncated()).isTrue();
        assertThat(outcome.result().stdout().bytesProduced()).isEqualTo(18);
    }

    @ParameterizedTest
    @CsvSource({"1000, false", "1001, true"})
    default void exactlyTheCapIsNotTruncated(int written, boolean truncated) {
        Outcome outcome = kit().run(
                        Language.PYTHON,
                        "import os; os.write(1, b'x' * " + written + "); os.write(2, b'y' * " + written + ")",
                        request -> request.limits(ConformanceKit.limits(8_000).withOutput(1_000)));

        assertThat(outcome.result().stdout().truncated()).isEqualTo(truncated);
        assertThat(outcome.result().stderr().truncated()).isEqualTo(truncated);
        assertThat(outcome.result().stdout().bytesProduced()).isEqualTo(written);
        assertThat(outcome.stdout()).hasSize(1_000);
    }

    @Test
    default void eachStreamHasACapOfItsOwn() {
        Outcome outcome = kit().run(
                        Language.PYTHON,
                        "import sys\nsys.stderr.write('e' * 500000)\nsys.stderr.flush()\nprint('out')",
                        request -> request.limits(ConformanceKit.limits(8_000).withOutput(1_000)));

        assertThat(outcome.stdout()).isEqualTo("out\n");
        assertThat(outcome.result().stderr().truncated()).isTrue();
        assertThat(outcome.result().stderr().bytesProduced()).isEqualTo(500_000);
        assertThat(outcome.result().stdout().truncated()).isFalse();
    }

    @Test
    default void aFloodIsDrainedAndCounted() {
        Outcome outcome = kit().run(
                        Language.SHELL,
                        "head -c 30000000 /dev/zero; head -c 20000000 /dev/zero >&2; echo; exit 6",
                        request -> request.limits(ConformanceKit.limits(30_000)));

        assertThat(outcome.result().exitCode()).isEqualTo(6);
        assertThat(outcome.result().stdout().bytesProduced()).isEqualTo(30_000_001L);
        assertThat(outcome.result().stderr().bytesProduced()).isEqualTo(20_000_000L);
        assertThat(outcome.result().stdout().bytes()).hasSize((int) Limits.DEFAULTS.output());
    }

    @Test
    default void aClosedStreamIsNoError() {
        assertThat(kit().shell("exec >&- 2>&-; exit 7").result().exitCode()).isEqualTo(7);
        assertThat(kit().python("import os; os.close(0); os.close(1); os.close(2); os._exit(8)")
                        .result()
                        .exitCode())
                .isEqualTo(8);
    }

    @Test
    default void theLastBytesAreNotLost() {
        for (int i = 0; i < 20; i++) {
            assertThat(kit().shell("printf last").stdout()).isEqualTo("last");
        }
    }

    @Test
    default void outputOfChildrenIsOutput() {
        assertThat(kit().js("require('child_process').execSync('echo a; echo b >&2', {stdio: 'inherit'})")
                        .stdout())
                .isEqualTo("a\n");
    }

    @Test
    default void outputAboveTheCapIsSpooledToAFileOfTheOwnersAlone(@TempDir Path folder) throws IOException {
        Outcome outcome = kit().run(Language.SHELL, "head -c 300000 /dev/zero", request -> request.limits(
                        ConformanceKit.limits(8_000).withOutput(1_000))
                .spool(new Spool(folder, 200_000)));

        var stdout = outcome.result().stdout();
        assertThat(stdout.bytesProduced()).isEqualTo(300_000);
        assertThat(stdout.truncated()).isTrue();
        Path file = stdout.file().orElseThrow();
        assertThat(file).hasSize(200_000);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        try (var in = stdout.open()) {
            assertThat(in.readAllBytes()).hasSize(200_000);
        }
        stdout.discard();
        assertThat(folder).isEmptyDirectory();
    }
}
