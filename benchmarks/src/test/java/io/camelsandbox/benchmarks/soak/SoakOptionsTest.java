package io.camelsandbox.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SoakOptionsTest {

    @Test
    void anHourAtEightyPercentIsUsual() {
        assertThat(SoakOptions.parse()).isEqualTo(new SoakOptions(60, 80, Optional.empty()));
    }

    @Test
    void optionsAreRead() {
        assertThat(SoakOptions.parse("--minutes", "2", "--file", "table.md", "--load", "50"))
                .isEqualTo(new SoakOptions(2, 50, Optional.of(Path.of("table.md"))));
    }

    @ParameterizedTest
    @CsvSource({"--hours 1,--hours", "--minutes,--minutes needs", "--minutes 0,from 1 to", "--load x,from 1 to 200"})
    void whatCannotBeUnderstoodIsNamed(String line, String message) {
        assertThatThrownBy(() -> SoakOptions.parse(line.split(" ")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
