package io.camelsandbox.benchmarks.contest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainProcessTest {

    @TempDir
    Path folder;

    @Test
    void everyRequestIsInTheSample() throws Exception {
        try (var plain = new PlainProcess(Map.of(TinyScript.SHELL, Path.of("/bin/sh")), folder)) {
            assertThat(plain.latencies(TinyScript.SHELL, 3, Duration.ofMillis(1))
                            .size())
                    .isEqualTo(3);
        }
    }

    @Test
    void callersCountTheRunsThatEnded() throws Exception {
        try (var plain = new PlainProcess(Map.of(TinyScript.SHELL, Path.of("/bin/sh")), folder)) {
            assertThat(plain.runsPerSecond(TinyScript.SHELL, 2, Duration.ofMillis(50)))
                    .isPositive();
        }
    }

    @Test
    void aRunThatSaysNothingIsNoFastRun() throws Exception {
        try (var plain = new PlainProcess(Map.of(TinyScript.SHELL, Path.of("/bin/true")), folder)) {
            assertThatThrownBy(() -> plain.runOnce(TinyScript.SHELL)).hasMessageContaining("0 characters");
        }
    }
}
