package io.camelsandbox.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CorpusTest {

    private final Corpus corpus = Corpus.load();

    @Test
    void holdsEveryRowAndVariantsOfEachFamilyThatAnEngineRuns() {
        var families = corpus.families();

        assertThat(corpus.attacks()).hasSizeGreaterThanOrEqualTo(240);
        assertThat(families)
                .containsOnlyKeys("CML", "ENC", "FS", "JS", "KRN", "NET", "OUT", "PROC", "PYM", "RES", "SH");
        families.forEach((family, rows) -> {
            List<String> variants = rows.stream()
                    .map(Attack::id)
                    .filter(id -> id.contains("-v"))
                    .toList();
            if (!family.equals("CML")) {
                assertThat(variants).as(family).hasSizeGreaterThanOrEqualTo(2);
            }
        });
    }

    @Test
    void expectsSomethingOfEveryRowThatAnEngineRuns() {
        var rows = corpus.attacks().stream()
                .filter(attack -> !attack.family().equals("CML"))
                .filter(attack -> !SpecialAttacks.has(attack.id()))
                .collect(Collectors.toList());

        assertThat(rows)
                .allSatisfy(attack -> assertThat(corpus.expectation(attack.id()).fields())
                        .as(attack.id())
                        .isNotEmpty());
    }

    @Test
    void expectsNothingOfRowsThatDoNotExist() {
        assertThat(corpus.attacks().stream().map(Attack::id)).containsAll(corpus.expected());
    }

    @Test
    void readsCodeThatIsPutTogether() {
        assertThat(corpus.attacks().stream().filter(attack -> attack.id().equals("ENC-02")))
                .singleElement()
                .satisfies(attack -> assertThat(attack.code()).hasSize(3_145_728 + 18));
    }
}
