package io.camelsandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HarnessFilesTest {

    @Test
    void holdsABootstrapForEachBootedLanguage() {
        assertThat(HarnessFiles.load())
                .containsKeys("python.py", "node.cjs")
                .allSatisfy((name, content) -> assertThat(content).as(name).isNotEmpty());
    }
}
