package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.Isolation;
import io.camelsandbox.engine.WarmStart;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalOptionsTest {

    private static LocalOptions properties(Map<String, String> properties) {
        return new LocalOptions(new EngineSettings(Isolation.REQUIRED, Set.of(), properties));
    }

    private static EngineSettings settings(
            Optional<WarmStart> warm, boolean awaitReaped, Map<String, String> properties) {
        return new EngineSettings(Isolation.REQUIRED, Set.of(), warm, awaitReaped, properties);
    }

    @Test
    void nothingSaidStartsAsMuchAsCanBeAheadAndHandsResultsOverEarly() {
        LocalOptions options = properties(Map.of());

        assertThat(options.spareLimits().warm()).isEqualTo(WarmStart.AUTO);
        assertThat(options.awaitsReaped()).isFalse();
    }

    @Test
    void settingsAndPropertiesAreTwoWaysToSayTheSame() {
        LocalOptions byProperties = properties(Map.of("spares", "bare", "awaitReaped", "true"));
        LocalOptions bySettings = new LocalOptions(settings(Optional.of(WarmStart.BARE), true, Map.of()));

        assertThat(bySettings.spareLimits().warm())
                .isEqualTo(byProperties.spareLimits().warm())
                .isEqualTo(WarmStart.BARE);
        assertThat(bySettings.awaitsReaped())
                .isEqualTo(byProperties.awaitsReaped())
                .isTrue();
    }

    @Test
    void howManyMayWaitIsANumberAndASize() {
        SpareLimits few =
                properties(Map.of("spareCount", " 3 ", "spareMemory", "0.5g")).spareLimits();

        assertThat(few).isEqualTo(new SpareLimits(WarmStart.AUTO, 3, 512L << 20));
        assertThat(properties(Map.of()).spareLimits()).isEqualTo(new SpareLimits(WarmStart.AUTO, 32, 512L << 20));
    }

    @Test
    void bothWaysAtOnceAreRefusedEvenWhereTheySayTheSame() {
        assertThatThrownBy(
                        () -> new LocalOptions(settings(Optional.of(WarmStart.NONE), false, Map.of("spares", "none"))))
                .isInstanceOf(SandboxUnavailableException.class)
                .hasMessage("the option warm and the engine property spares say the same thing: leave one of them out");
        assertThatThrownBy(() -> new LocalOptions(settings(Optional.empty(), true, Map.of("awaitReaped", "true"))))
                .isInstanceOf(SandboxUnavailableException.class)
                .hasMessageContaining("the option awaitReaped and the engine property awaitReaped");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "spares      | hot     | engine property spares 'hot' is unknown: use auto, bare or none",
                "spareCount  | 0       | engine property spareCount '0' must be a number from 1 to 1000; none is spares=none",
                "spareCount  | many    | engine property spareCount 'many' must be a number from 1 to 1000; none is spares=none",
                "spareMemory | 0       | engine property spareMemory=0 must be greater than zero",
                "awaitReaped | yes     | engine property awaitReaped 'yes' must be true or false",
                "uidBase     | 0       | engine property uidBase '0' must be a number from 1 to 4293999999",
                "runtimeDir  | folder  | engine property runtimeDir 'folder' must be an absolute path"
            })
    void whatCannotBeIsRefusedByName(String name, String value, String message) {
        assertThatThrownBy(() -> properties(Map.of(name, value)).runtimeDir())
                .isInstanceOf(SandboxUnavailableException.class)
                .hasMessage(message);
    }
}
