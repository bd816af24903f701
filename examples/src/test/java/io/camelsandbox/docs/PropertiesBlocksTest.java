package io.camelsandbox.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** Every block of properties in the documentation starts a Camel Main, which refuses what it does not know. */
@Timeout(120)
class PropertiesBlocksTest {

    @TestFactory
    Stream<DynamicTest> start() {
        return Page.all().stream()
                .flatMap(page -> page.blocks().stream())
                .filter(block -> block.info().equals("properties"))
                .map(block -> DynamicTest.dynamicTest(block.place(), () -> start(block)));
    }

    private static void start(Block block) throws Exception {
        var properties = new Properties();
        properties.load(new StringReader(block.text()));
        var main = new Main();
        main.setInitialProperties(properties);
        main.start();
        try {
            assertThat(main.getCamelContext().getComponent("sandbox")).isNotNull();
        } finally {
            main.stop();
        }
    }
}
