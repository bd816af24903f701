package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.Isolation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreOptionsTest {

    private static StoreOptions read(Map<String, String> properties) {
        return new LocalOptions(new EngineSettings(Isolation.REQUIRED, Set.of(), properties)).store();
    }

    @Test
    void nothingSaidKeepsForAnHourAndAsMuchAsTheDocumentationSays() {
        StoreOptions options = read(Map.of());

        assertThat(options.stateDir()).isEmpty();
        assertThat(options.keepEnded()).isEqualTo(Duration.ofHours(1));
        assertThat(options.logSize()).isEqualTo(16L << 20);
        assertThat(options.snapshotSpace()).isEqualTo(10L << 30);
        assertThat(options.maxSandboxes()).isEqualTo(1_000);
        assertThat(options.images()).isEmpty();
        assertThat(options.orphanPatience()).isEmpty();
    }

    @Test
    void eachIsReadInItsUnit() {
        StoreOptions options = read(Map.of(
                "stateDir", " /srv/state ",
                "keepEnded", "90",
                "logSize", "64k",
                "snapshotSpace", "1.5g",
                "maxSandboxes", " 7 ",
                "image.alpine:3.20", "/srv/alpine"));

        assertThat(options.statePlaces(0)).containsExactly(Path.of("/srv/state"));
        assertThat(options.keepEnded()).isEqualTo(Duration.ofSeconds(90));
        assertThat(options.logSize()).isEqualTo(65_536);
        assertThat(options.snapshotSpace()).isEqualTo(3L << 29);
        assertThat(options.maxSandboxes()).isEqualTo(7);
        assertThat(options.images()).isEqualTo(Map.of("alpine:3.20", Path.of("/srv/alpine")));
    }

    @Test
    void sandboxesOutliveTheirJvmOnlyWhereThatIsWanted() {
        assertThat(read(Map.of("orphans", "sweep", "orphanPatience", "5m")).orphanPatience())
                .isEmpty();
        assertThat(read(Map.of("orphans", "adopt")).orphanPatience()).contains(Duration.ofMinutes(10));
        assertThat(read(Map.of("orphans", "adopt", "orphanPatience", "90s")).orphanPatience())
                .contains(Duration.ofSeconds(90));
    }

    @ParameterizedTest
    @CsvSource({
        "stateDir, state",
        "keepEnded, never",
        "keepEnded, 0",
        "logSize, 65535",
        "logSize, much",
        "snapshotSpace, 0",
        "maxSandboxes, 0",
        "orphans, keep",
        "orphanPatience, 0",
        "orphanPatience, 8d",
        "maxSandboxes, many",
        "image.alpine, alpine",
        "image.a b, /srv/alpine",
        "image., /srv/alpine"
    })
    void whatCannotBeFailsTheStartByItsName(String name, String value) {
        assertThatThrownBy(() -> read(Map.of(name, value)))
                .isInstanceOf(SandboxUnavailableException.class)
                .hasMessageStartingWith("engine property " + name);
    }

    @Test
    void rootHasAPlaceOfTheSystemAndEverybodyOneForTemporaryFiles() {
        assertThat(read(Map.of()).statePlaces(0)).first().isEqualTo(Path.of("/var/lib/camel-sandbox"));
        assertThat(read(Map.of()).statePlaces(1_000))
                .doesNotContain(Path.of("/var/lib/camel-sandbox"))
                .last()
                .asString()
                .endsWith("/camel-sandbox-state-1000");
    }
}
