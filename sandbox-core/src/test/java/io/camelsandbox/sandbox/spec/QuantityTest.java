package io.camelsandbox.sandbox.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.SandboxRefusedException;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "0.5, 0.5",
        ".5, 0.5",
        "2., 2",
        "+3, 3",
        "500m, 0.5",
        "1k, 1000",
        "2M, 2000000",
        "1G, 1000000000",
        "1T, 1000000000000",
        "1P, 1000000000000000",
        "1E, 1000000000000000000",
        "1Ki, 1024",
        "1.5Mi, 1572864",
        "1Gi, 1073741824",
        "1Ti, 1099511627776",
        "1Pi, 1125899906842624",
        "1Ei, 1152921504606846976",
        "1e3, 1000",
        "1E3, 1000",
        "25e-1, 2.5",
        "' 64Mi ', 67108864"
    })
    void eachFormIsRead(String text, BigDecimal amount) {
        assertThat(Quantity.parse("memory", text).amount()).isEqualByComparingTo(amount);
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(
            strings = {
                " ",
                "-1",
                "-500m",
                "1e3Mi",
                "1E3k",
                "1e3m",
                "abc",
                "1 Mi",
                "1KiB",
                "1mi",
                "1K",
                "NaN",
                "Infinity",
                "0x10",
                "1e999",
                "1,5",
                "m",
                "Ki",
                "1_000",
                "--1",
                "1..2"
            })
    void whatIsNoQuantityIsRefusedByName(String text) {
        assertThatThrownBy(() -> Quantity.parse("memory", text))
                .isInstanceOf(SandboxRefusedException.class)
                .hasMessageStartingWith("memory=");
    }

    @Test
    void equalAmountsAreEqualHoweverTheyAreWritten() {
        assertThat(Quantity.parse("a", "1Ki"))
                .isEqualTo(Quantity.parse("b", "1024"))
                .hasSameHashCodeAs(Quantity.parse("b", "1024.0"));
        assertThat(Quantity.parse("a", "500m")).isLessThan(Quantity.parse("b", "1"));
    }

    @Test
    void wholeUnitsAreRoundedUpAndNeverOverflow() {
        assertThat(Quantity.parse("a", "1500m").wholeUnits()).isEqualTo(2);
        assertThat(Quantity.parse("a", "1e99").wholeUnits()).isEqualTo(Long.MAX_VALUE);
        assertThat(Quantity.parse("a", "0").zero()).isTrue();
    }

    @Test
    void itsTextIsAsItWasWritten() {
        assertThat(Quantity.parse("a", "0.50")).hasToString("0.50");
    }
}
