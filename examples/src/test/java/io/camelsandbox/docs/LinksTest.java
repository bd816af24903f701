package io.camelsandbox.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every link within the project leads somewhere. */
class LinksTest {

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]*)(?:#([^)]*))?\\)");

    @TestFactory
    Stream<DynamicTest> lead() {
        return Page.all().stream().flatMap(page -> LINK.matcher(String.join("\n", page.lines()))
                .results()
                .filter(link -> !link.group(1).contains("://"))
                .map(link -> DynamicTest.dynamicTest(page.file() + " " + link.group(), () -> check(page, link))));
    }

    private static void check(Page page, MatchResult link) {
        Path target = link.group(1).isEmpty() ? page.file() : page.file().resolveSibling(link.group(1));
        assertThat(target).exists();
        if (link.group(2) != null) {
            assertThat(anchors(Page.read(target))).contains(link.group(2));
        }
    }

    private static List<String> anchors(Page page) {
        return page.lines().stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9 _-]", "")
                        .replace(' ', '-'))
                .toList();
    }
}
