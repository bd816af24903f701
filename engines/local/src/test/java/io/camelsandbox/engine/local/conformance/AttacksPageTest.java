package io.camelsandbox.engine.local.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.conformance.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class AttacksPageTest {

    private static final Path PAGE = Path.of("../../docs/attacks.md");

    @Test
    void thePageListsEveryFamilyAndRowAndNoFailure() throws IOException {
        if (Boolean.getBoolean("conformance.write")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, new AttacksPage(Path.of("target/conformance")).text());
        }

        Corpus corpus = Corpus.load();
        assertThat(PAGE).content().doesNotContain("| failed");
        corpus.families().forEach((family, rows) -> {
            assertThat(PAGE).content().contains("## " + family + ": ");
            rows.forEach(row -> assertThat(PAGE).content().contains("| " + row.id() + " | "));
        });
    }
}
