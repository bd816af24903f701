package io.camelsandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {

    @ParameterizedTest
    @CsvSource({
        "65536, 65536", "64k, 65536", "64K, 65536", "64kb, 65536", "64KiB, 65536", "512MiB, 536870912",
        "1g, 1073741824", "1 GiB, 1073741824", "1.5k, 1536", "100b, 100", "' 1m ', 1048576", "1t, 1099511627776"
    })
    void readsBytesAndBinaryUnits(String text, long bytes) {
        assertThat(ByteSize.parse("memory", text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "MiB", "1x", "1e3", "NaN", "1,5m", "0x10", "1kk", "1ib"})
    void refusesWhatIsNoSizeByTheNameOfItsOption(String text) {
        assertThatExceptionOfType(SandboxRefusedException.class)
                .isThrownBy(() -> ByteSize.parse("memory", text))
                .withMessageStartingWith("memory='" + text + "' is not a size");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "0.5", "-64k", "0g"})
    void refusesLessThanOneByte(String text) {
        assertThatExceptionOfType(SandboxRefusedException.class)
                .isThrownBy(() -> ByteSize.parse("memory", text))
                .withMessage("memory=" + text + " must be greater than zero");
    }

    @Test
    void refusesMoreThanALong() {
        assertThatExceptionOfType(SandboxRefusedException.class)
                .isThrownBy(() -> ByteSize.parse("memory", "9999999999t"))
                .withMessageContaining("too large");
    }

    @Test
    void namesTheCeiling() {
        assertThatExceptionOfType(SandboxRefusedException.class)
                .isThrownBy(() -> ByteSize.parse("memory", "8g", 4L << 30))
                .withMessage("memory=8g means 8 GiB, over the ceiling of 4 GiB")
                .matches(e -> e.reason() == Reason.RESOURCE_CEILING_EXCEEDED);
    }

    @Test
    void formatsInTheLargestWholeUnit() {
        assertThat(ByteSize.format(2L << 20)).isEqualTo("2 MiB");
        assertThat(ByteSize.format(1000)).isEqualTo("1000 bytes");
    }
}
