package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutputBudgetTest {

    private static final long MIB = 1 << 20;

    @Test
    void isTheDiskWhereTheHeapHasRoomForAllOfIt() {
        var budget = new OutputBudget(64 * MIB, 512 * MIB);
        budget.take(MIB);

        assertThat(budget.ofNextFile()).isEqualTo(63 * MIB);
        assertThat(budget.limit()).contains("the limit 'disk'");
    }

    @Test
    void isHalfOfAHeapThatIsSmall() {
        var budget = new OutputBudget(512 * MIB, 64 * MIB);

        assertThat(budget.ofNextFile()).isEqualTo(32 * MIB);
        assertThat(budget.limit()).contains("half of its heap of 64 MiB", "-Xmx");
    }

    @Test
    void oneFileIsNoMoreThanAnArrayHolds() {
        var budget = new OutputBudget(4096 * MIB, 65_536 * MIB);

        assertThat(budget.ofNextFile()).isEqualTo(Integer.MAX_VALUE - 16);
        assertThat(budget.limit()).contains("split it");
    }
}
