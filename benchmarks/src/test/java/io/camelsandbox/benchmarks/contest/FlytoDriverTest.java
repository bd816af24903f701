package io.camelsandbox.benchmarks.contest;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlytoDriverTest {

    @TempDir
    Path folder;

    @Test
    void aPythonWithoutThePackageIsToldApart() {
        assertThatThrownBy(() -> new Flyto(Path.of("/usr/bin/false"), folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ended");
    }
}
