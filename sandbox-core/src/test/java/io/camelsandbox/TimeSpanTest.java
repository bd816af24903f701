package io.camelsandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeSpanTest {

    @ParameterizedTest
    @CsvSource({
        "10, 10000",
        "0.5, 500",
        ".5, 500",
        "10., 10000",
        "1e1, 10000",
        "1.0E-1, 100",
        "+3, 3000",
        "' 2 ', 2000",
        "500ms, 500",
        "10s, 10000",
        "1.5s, 1500",
        "1m, 60000",
        "1h, 3600000",
        "1m30s, 90000",
        "1h0m1s, 3601000",
        "1s500ms, 1500",
        "0.001, 1"
    })
    void readsSecondsAndUnits(String text, long millis) {
        assertThat(TimeSpan.parse("timeout", text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "NaN",
                "Infinity",
                "ten",
                "10 s",
                "10S",
                "1s1m",
                "s",
                "10d",
                "1,5",
                "0x10",
                "10f",
                "--1",
                "1e",
                "1e999999999",
                "١",
                "10ms5"
            })
    void refusesWhatIsNoTimeByTheNameOfItsOption(String text) {
        assertThatExceptionOfType(SandboxRefusedException.class)
                .isThrownBy(() -> TimeSpan.parse("timeout", text))
                .withMessageStartingWith("timeout='")
                .withMessageContaining("is not a time");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.0", "-1", "-0.5", "0ms", "-10s", "0e5"})
    void refusesZeroAndNegative(String text) {
        assertThatExceptionOfType(SandboxRefusedException.class)
                .isThrownBy(() -> TimeSpan.parse("timeout", text))
                .withMessage("timeout=" + text + " must be greater than zero");
    }

    @Test
    void refusesLessThanItCanKeep() {
        assertThatExceptionOfType(SandboxRefusedException.class)
                .isThrownBy(() -> TimeSpan.parse("timeout", "0.0005"))
                .withMessage("timeout=0.0005 is less than a millisecond");
    }

    @Test
    void refusesMoreThanItCanKeep() {
        assertThatExceptionOfType(SandboxRefusedException.class)
                .isThrownBy(() -> TimeSpan.parse("timeout", "1e30"))
                .withMessageContaining("too large");
    }

    @Test
    void namesBothReadingsOfAPlainNumberAboveTheCeiling() {
        assertThatExceptionOfType(SandboxRefusedException.class)
                .isThrownBy(() -> TimeSpan.parse("timeout", "5000", Duration.ofMinutes(5)))
                .withMessage("timeout=5000 means 5000 s, over the ceiling of 300 s; write 5000ms for milliseconds")
                .matches(e -> e.reason() == Reason.RESOURCE_CEILING_EXCEEDED);
    }

    @Test
    void namesTheCeilingAloneWhereTheUnitWasSaid() {
        assertThatExceptionOfType(SandboxRefusedException.class)
                .isThrownBy(() -> TimeSpan.parse("timeout", "10m", Duration.ofMinutes(5)))
                .withMessage("timeout=10m means 600 s, over the ceiling of 300 s");
    }

    @Test
    void takesTheCeilingItself() {
        assertThat(TimeSpan.parse("timeout", "300", Duration.ofMinutes(5))).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void missingTextIsRefusedLikeEmptyText() {
        assertThatExceptionOfType(SandboxRefusedException.class).isThrownBy(() -> TimeSpan.parse("timeout", null));
    }

    @Test
    void formatsInSeconds() {
        assertThat(TimeSpan.format(Duration.ofMillis(500))).isEqualTo("0.5 s");
        assertThat(TimeSpan.format(Duration.ofMinutes(5))).isEqualTo("300 s");
    }
}
