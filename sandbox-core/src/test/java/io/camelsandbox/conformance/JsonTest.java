package io.camelsandbox.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    @Test
    void readsEveryKindOfValue() {
        assertThat(Json.parse("[1, -2.5, true, false, null, \"a\\n\\u00e9\\\"\", {}, [], {\"k\": [0]}]"))
                .isEqualTo(Arrays.asList(
                        1L, -2.5, true, false, null, "a\né\"", Map.of(), List.of(), Map.of("k", List.of(0L))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[1", "\"a", "{\"a\" 1}", "[1] 2", "tru", "\"\\q\""})
    void refusesWhatIsNotJson(String text) {
        assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
