package io.camelsandbox.sandbox.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.SandboxRefusedException;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ResourceOptionsTest {

    @Test
    void oneSideIsCopiedToTheOther() {
        ResourceAmounts amounts = ResourceAmounts.of("1", "1Gi");

        assertThat(ResourceOptions.of(amounts, ResourceAmounts.NONE).limits()).isEqualTo(amounts);
        assertThat(ResourceOptions.of(ResourceAmounts.NONE, amounts).requests()).isEqualTo(amounts);
        assertThat(ResourceOptions.of("1", "1Gi")).isEqualTo(ResourceOptions.of(amounts, amounts));
    }

    @Test
    void bothSidesAreKeptAsTheyAre() {
        ResourceOptions both = ResourceOptions.of(ResourceAmounts.of("500m", null), ResourceAmounts.of("2", "1Gi"));

        assertThat(both.requests().memory()).isEmpty();
        assertThat(both.limits().cpu().orElseThrow()).hasToString("2");
    }

    @Test
    void aRequestAboveItsLimitIsRefusedByName() {
        assertThatThrownBy(() -> ResourceOptions.of(ResourceAmounts.of("1500m", null), ResourceAmounts.of("1", null)))
                .isInstanceOf(SandboxRefusedException.class)
                .hasMessageContaining("cpu (1500m)");
        assertThatThrownBy(() -> ResourceOptions.of(ResourceAmounts.of(null, "1Gi"), ResourceAmounts.of(null, "1G")))
                .isInstanceOf(SandboxRefusedException.class)
                .hasMessageContaining("memory (1Gi)");
        ResourceOptions.of(ResourceAmounts.of("1000m", "1Ki"), ResourceAmounts.of("1", "1024"));
    }

    @Test
    void graphicsProcessorsArePositive() {
        assertThatThrownBy(() -> new Gpu(0, Optional.empty(), OptionalInt.empty()))
                .isInstanceOf(SandboxRefusedException.class);
        assertThatThrownBy(() -> new Gpu(1, Optional.empty(), OptionalInt.of(0)))
                .isInstanceOf(SandboxRefusedException.class);
    }
}
