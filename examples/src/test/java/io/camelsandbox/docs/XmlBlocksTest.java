package io.camelsandbox.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.xml.in.ModelParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** XML in the documentation: routes run, and dependencies are those that this project builds. */
@Timeout(120)
class XmlBlocksTest {

    private final List<Block> blocks = Page.all().stream()
            .flatMap(page -> page.blocks().stream())
            .filter(block -> block.info().equals("xml"))
            .toList();

    @Test
    void routesRun() throws Exception {
        Block routes = blocks.stream()
                .filter(block -> block.text().contains("<route>"))
                .findFirst()
                .orElseThrow();
        try (var context = new DefaultCamelContext();
                ProducerTemplate template = context.createProducerTemplate()) {
            context.getRegistry().bind("shout", JavaRoutesTest.SHOUT);
            context.addRouteDefinitions(new ModelParser(new StringReader(routes.text()))
                    .parseRoutesDefinition()
                    .orElseThrow()
                    .getRoutes());
            context.start();

            assertThat(template.requestBody("direct:from-a-file", null, String.class))
                    .isEqualTo("hello\n");
            assertThat(template.requestBody("direct:from-a-bean", "loud", String.class))
                    .isEqualTo("LOUD!\n");
            assertThat(template.requestBody("direct:from-the-body", null, String.class))
                    .isEqualTo("one\ntwo\n");
        }
    }

    @Test
    void dependenciesHaveTheVersionOfTheProject() {
        String pom = String.join("\n", Page.read(Path.of("pom.xml")).lines());
        var version = Pattern.compile("<artifactId>camel-sandbox</artifactId>\\s*<version>(.*?)</version>")
                .matcher(pom);
        assertThat(version.find()).isTrue();

        assertThat(blocks)
                .filteredOn(block -> block.text().contains("<dependency>"))
                .isNotEmpty()
                .allSatisfy(block -> {
                    assertThat(block.text().lines().filter(line -> line.contains("<version>")))
                            .allMatch(line -> line.contains("<version>" + version.group(1) + "</version>"));
                    assertThat(Pattern.compile("<artifactId>(.*?)</artifactId>")
                                    .matcher(block.text())
                                    .results())
                            .allSatisfy(artifact -> assertThat(pom).contains(artifact.group()));
                });
    }
}
