package io.camelsandbox.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every Java block of the documentation is a piece of a class that is compiled and tested, named above it. */
class JavaBlocksTest {

    private static final Path SOURCES = Path.of("examples/src/test/java/io/camelsandbox/docs");

    @TestFactory
    Stream<DynamicTest> areTested() {
        return Page.all().stream()
                .flatMap(page -> page.blocks().stream())
                .filter(block -> block.info().equals("java"))
                .map(block -> DynamicTest.dynamicTest(block.place(), () -> check(block)));
    }

    private static void check(Block block) throws Exception {
        String source = block.directive("from").orElseThrow(() -> new AssertionError("names no source"));
        assertThat(withoutMargin(Files.readString(SOURCES.resolve(source)))).contains(withoutMargin(block.text()));
    }

    private static String withoutMargin(String text) {
        return text.replaceAll("(?m)^ +", "");
    }
}
