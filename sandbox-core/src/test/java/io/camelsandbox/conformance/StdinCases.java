package io.camelsandbox.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.Language;
import io.camelsandbox.Stdin;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a run reads. */
public interface StdinCases {

    ConformanceKit kit();

    /** Code that copies its input, in each language. */
    static String copy(Language language) {
        return switch (language) {
            case PYTHON -> "import sys,shutil; shutil.copyfileobj(sys.stdin.buffer, sys.stdout.buffer)";
            case JS -> "process.stdin.pipe(process.stdout)";
            case SHELL -> "cat";
        };
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    default void withoutInputThereIsNone(Language language) {
        Outcome outcome = kit().run(language, copy(language), request -> request);

        assertThat(outcome.result().succeeded()).isTrue();
        assertThat(outcome.result().stdout().bytes()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    default void bytesGoThroughUnchanged(Language language) {
        byte[] bytes = new byte[700_000];
        new Random(7).nextBytes(bytes);

        Outcome outcome = kit().run(language, copy(language), request -> request.stdin(new Stdin.Bytes(bytes)));

        assertThat(outcome.result().stdout().bytes()).isEqualTo(bytes);
    }

    @Test
    default void aStreamIsReadToItsEndAndClosed() {
        var closed = new AtomicBoolean();
        var source = new ByteArrayInputStream("streamed".getBytes(StandardCharsets.UTF_8)) {
            @Override
            public void close() {
                closed.set(true);
            }
        };

        Outcome outcome = kit().run(Language.SHELL, "cat", request -> request.stdin(new Stdin.Stream(source)));

        assertThat(outcome.stdout()).isEqualTo("streamed");
        Awaitility.await().atMost(Duration.ofSeconds(5)).untilTrue(closed);
    }

    @Test
    default void aStreamThatNeverEndsDoesNotHoldARunThatHasEnded() throws IOException {
        try (var writer = new PipedOutputStream();
                var source = new PipedInputStream(writer)) {
            Outcome outcome =
                    kit().run(Language.SHELL, "echo done", request -> request.stdin(new Stdin.Stream(source)));

            assertThat(outcome.stdout()).isEqualTo("done\n");
            assertThat(outcome.elapsed()).isLessThan(Duration.ofSeconds(2).plus(ConformanceKit.SLACK));
        }
    }

    @Test
    default void aStreamThatFailsDoesNotHangTheRun() {
        var source = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("broken source");
            }
        };

        Outcome outcome = kit().run(
                        Language.SHELL, "cat; echo ended", request -> request.stdin(new Stdin.Stream(source))
                                .limits(ConformanceKit.limits(3_000)));

        assertThat(outcome.elapsed()).isLessThan(Duration.ofSeconds(3).plus(ConformanceKit.SLACK));
    }

    @Test
    default void inputThatNobodyReadsIsNoError() {
        byte[] much = new byte[5_000_000];

        for (String code : new String[] {"exit 0", "exec <&-; sleep 0.2", "head -c 1 >/dev/null"}) {
            Outcome outcome = kit().run(Language.SHELL, code, request -> request.stdin(new Stdin.Bytes(much)));
            assertThat(outcome.result().succeeded()).as(code).isTrue();
        }
    }

    @Test
    default void codeIsNotTakenFromTheInput() {
        Outcome outcome = kit().run(
                        Language.PYTHON,
                        "import sys; print(len(sys.stdin.read()))",
                        request -> request.stdin(new Stdin.Bytes("print('run me')".getBytes(StandardCharsets.UTF_8))));

        assertThat(outcome.stdout()).isEqualTo("15\n");
    }
}
