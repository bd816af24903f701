package io.camelsandbox.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.benchmarks.measure.Effort;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchOptionsTest {

    @Test
    void withoutOptionsEverythingIsMeasuredInFull() {
        BenchOptions options = BenchOptions.parse();

        assertThat(options.effort()).isEqualTo(Effort.FULL);
        assertThat(options.wants("warm.python.p50")).isTrue();
        assertThat(options.json()).isEmpty();
    }

    @Test
    void optionsAreRead() {
        BenchOptions options = BenchOptions.parse(
                "--quick", "--only", "^(warm|cold)\\.", "--json", "rows.json", "--podman-image", "interpreters");

        assertThat(options.effort()).isEqualTo(Effort.QUICK);
        assertThat(options.wants("warm.js.p50")).isTrue();
        assertThat(options.wants("sustained.js.4")).isFalse();
        assertThat(options.json()).contains(Path.of("rows.json"));
        assertThat(options.others().podmanImage()).contains("interpreters");
    }

    @ParameterizedTest
    @CsvSource({"--fast,--fast", "--only,--only needs", "'--only;(',regular expression", "rows.json,rows.json"})
    void whatCannotBeUnderstoodIsNamed(String line, String message) {
        assertThatThrownBy(() -> BenchOptions.parse(line.split(";")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
