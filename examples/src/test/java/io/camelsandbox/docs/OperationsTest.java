package io.camelsandbox.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.component.SandboxOperation;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The page of the operations has a row for each, with the options that it has. */
class OperationsTest {

    private static final List<String> OF_ALL = List.of("operation", "lazyStartProducer", "allowControlHeaders");
    private static final List<String> OF_EVERY_CONSUMER =
            List.of("bridgeErrorHandler", "exceptionHandler", "exchangePattern");
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    private final Page page = Page.read(Path.of("docs/sandbox-operations.md"));
    private final List<String> options = Metadata.read().endpointOptions().stream()
            .map(option -> option.name().replace(".*", ""))
            .toList();

    private static Stream<SandboxOperation> operations() {
        return Arrays.stream(SandboxOperation.values())
                .filter(operation -> operation.language().isEmpty());
    }

    private Stream<String> rows(SandboxOperation operation) {
        return page.lines().stream().filter(line -> line.startsWith("| `" + operation.id() + "` |"));
    }

    @TestFactory
    Stream<DynamicTest> haveTheirOptions() {
        return operations()
                .map(operation -> DynamicTest.dynamicTest(operation.id(), () -> {
                    String row = rows(operation).findFirst().orElseThrow();
                    String cell = row.substring(row.lastIndexOf('|', row.length() - 2));
                    assertThat(NAME.matcher(cell).results().map((MatchResult name) -> name.group(1)))
                            .containsExactlyInAnyOrderElementsOf(options.stream()
                                    .filter(operation::has)
                                    .filter(option -> !OF_ALL.contains(option))
                                    .filter(option -> !OF_EVERY_CONSUMER.contains(option))
                                    .toList());
                }));
    }

    @Test
    void haveOneRowEach() {
        assertThat(operations())
                .allSatisfy(operation -> assertThat(rows(operation)).hasSize(1));
    }
}
