package io.camelsandbox.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.camelsandbox.component.SandboxResult;
import java.beans.Introspector;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of the result's fields has those that the result has, in the same order. */
class ResultFieldsTest {

    private static final Pattern ROW = Pattern.compile("\\| `([a-z_]+)` \\| `([A-Za-z]+)` \\|.*");

    private final List<Matcher> rows = Page.read(Path.of("docs/results.md")).lines().stream()
            .map(ROW::matcher)
            .filter(Matcher::matches)
            .toList();

    @Test
    void namesEveryFieldOfTheJson() {
        assertThat(rows.stream().map(row -> row.group(1)))
                .containsExactlyInAnyOrderElementsOf(Stream.of(SandboxResult.class.getMethods())
                        .filter(method -> method.isAnnotationPresent(JsonProperty.class))
                        .map(method -> method.getAnnotation(JsonProperty.class).value())
                        .toList());
    }

    @Test
    void namesEachAsSimpleHasIt() throws Exception {
        List<String> properties = Stream.of(
                        Introspector.getBeanInfo(SandboxResult.class).getPropertyDescriptors())
                .map(property -> property.getName())
                .toList();
        assertThat(rows).isNotEmpty().allSatisfy(row -> assertThat(properties).contains(row.group(2)));
    }
}
