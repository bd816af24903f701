package io.camelsandbox.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The tables between the markers of the pages are those of the component's metadata. */
class TablesTest {

    private static final Pattern MARKED = Pattern.compile("(?s)(<!-- table: ([a-z-]+) -->\n).*?(<!-- /table -->)");

    private final Tables tables = new Tables();

    /** With {@code -Dgenerate} it writes the pages, to be looked at and committed. */
    @TestFactory
    Stream<DynamicTest> areCurrent() {
        return Page.all().stream()
                .map(page -> DynamicTest.dynamicTest(page.file().toString(), () -> check(page)));
    }

    @Test
    void areInTheReference() {
        assertThat(Page.all().stream().flatMap(page -> page.lines().stream()))
                .contains("<!-- table: endpoint-options -->")
                .contains("<!-- table: component-options -->")
                .contains("<!-- table: headers-out -->")
                .contains("<!-- table: limits -->");
    }

    private void check(Page page) throws IOException {
        String text = Files.readString(page.file());
        String current = MARKED.matcher(text)
                .replaceAll(marked ->
                        Matcher.quoteReplacement(marked.group(1) + tables.of(marked.group(2)) + marked.group(3)));
        if (System.getProperty("generate") != null) {
            Files.writeString(page.file(), current);
        }
        assertThat(page.file())
                .as("write it again: mvn -pl examples -am test -Dgenerate -Dtest=TablesTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false")
                .hasContent(current);
    }
}
