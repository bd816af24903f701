package io.camelsandbox.sandbox.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    @Test
    void valuesAreRead() {
        assertThat(Json.parse(" {\"a\" : [1, -2.5, true, false, null, \"x\"], \"b\":{}} "))
                .isEqualTo(
                        Map.of("a", Arrays.asList(1L, new BigDecimal("-2.5"), true, false, null, "x"), "b", Map.of()));
        assertThat(Json.parse("\"\\u00e4\\ud83d\\ude00\\n\\\\\\\"\\/\"")).isEqualTo("ä😀\n\\\"/");
        assertThat(Json.parse("1e2")).isEqualTo(new BigDecimal("1E+2"));
        assertThat(Json.parse("999999999999999999")).isEqualTo(999_999_999_999_999_999L);
        assertThat(Json.parse("12345678901234567890")).isEqualTo(new BigDecimal("12345678901234567890"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[",
                "[1",
                "[1,]",
                "{\"a\"}",
                "{\"a\":1,}",
                "{\"a\":1,\"a\":2}",
                "{a:1}",
                "01",
                "1.",
                ".5",
                "+1",
                "NaN",
                "Infinity",
                "tru",
                "'x'",
                "\"a",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\n\"",
                "1 2",
                "[1]x",
                "-",
                "1e99999"
            })
    void whatIsNoJsonIsRefused(String text) {
        assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(JsonException.class);
    }

    @Test
    void depthIsBounded() {
        assertThatThrownBy(() -> Json.parse("[".repeat(100_000))).isInstanceOf(JsonException.class);
        List<Object> self = new ArrayList<>();
        self.add(self);
        assertThatThrownBy(() -> Json.write(self)).isInstanceOf(JsonException.class);
        Json.parse("[".repeat(200) + "]".repeat(200));
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        Map<String, Object> value = new HashMap<>();
        value.put("text", "a\"b\\c\n\t\u0001ä😀\u2028");
        value.put("numbers", List.of(1L, new BigDecimal("0.1"), Long.MAX_VALUE / 10));
        value.put("nothing", null);

        assertThat(Json.parse(Json.write(value))).isEqualTo(value);
        assertThat(Json.write(value)).doesNotContain("\n");
    }

    @Test
    void aLoneSurrogateSurvives() {
        assertThat(Json.parse(Json.write("a\ud83d"))).isEqualTo("a\ud83d");
    }

    @Test
    void whatJsonCannotHoldIsRefused() {
        assertThatThrownBy(() -> Json.write(Double.NaN)).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.write(new Object())).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.write(Map.of(1, 2))).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.parseObject("[]")).isInstanceOf(JsonException.class);
    }
}
