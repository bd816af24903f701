package io.camelsandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WarmStartTest {

    @ParameterizedTest
    @EnumSource
    void eachIsReadAsItIsWritten(WarmStart value) {
        assertThat(WarmStart.parse("warm", " " + value.id() + " ")).isEqualTo(value);
    }

    @Test
    void anotherIsRefusedByItsName() {
        assertThatThrownBy(() -> WarmStart.parse("warm", "hot"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("warm 'hot' is unknown: use auto, bare or none");
    }
}
