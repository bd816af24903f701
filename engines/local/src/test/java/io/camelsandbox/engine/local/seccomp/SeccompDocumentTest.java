package io.camelsandbox.engine.local.seccomp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SeccompDocumentTest {

    private static final Path PAGE = Path.of("../../docs/seccomp.md");

    @Test
    void thePageSaysWhatTheFilterDoes() throws IOException {
        if (Boolean.getBoolean("seccomp.write")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, SeccompDocument.text());
        }

        assertThat(PAGE).content().isEqualTo(SeccompDocument.text());
    }
}
