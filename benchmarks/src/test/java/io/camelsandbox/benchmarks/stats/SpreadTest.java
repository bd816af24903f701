package io.camelsandbox.benchmarks.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void anOddNumberOfRoundsHasAMiddleOne() {
        assertThat(Spread.of(List.of(3.0, 1.0, 20.0))).isEqualTo(new Spread(3, 1, 20, 3));
    }

    @Test
    void anEvenNumberOfRoundsHasTwoMiddleOnes() {
        assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 9.0))).isEqualTo(new Spread(3, 1, 9, 4));
    }

    @Test
    void noRoundsAreNoSpread() {
        assertThatThrownBy(() -> Spread.of(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
